//! Whether the reader at the other end of standard output has taken what was written.
//!
//! Linux tells how many bytes wait in a pipe at either end of it. Other systems do so only for the end that reads, if
//! at all, and the standard library has no word for it; then, and where the output is no pipe, nothing is known.

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
pub use known::Pipe;
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
pub use unknown::Pipe;

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod known {
    use std::ffi::{c_int, c_ulong};
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, AsRawFd, OwnedFd};
    use std::os::unix::fs::FileTypeExt;

    /// The end of a pipe that is written to.
    #[derive(Debug)]
    pub struct Pipe(OwnedFd);

    impl Pipe {
        /// Standard output, if it is a pipe.
        pub fn of_stdout() -> Option<Self> {
            let file = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
            let is_pipe = file.metadata().ok()?.file_type().is_fifo();
            is_pipe.then(|| Self(file.into()))
        }

        /// Whether everything has been taken; yes if the system does not tell.
        pub fn is_empty(&self) -> bool {
            waiting(&self.0).is_none_or(|bytes| bytes == 0)
        }
    }

    /// The bytes that wait in a pipe.
    #[allow(unsafe_code, reason = "std cannot ask the system this")]
    fn waiting(pipe: &OwnedFd) -> Option<c_int> {
        /// "The number of bytes in the input buffer", ioctl(2); this value on the processors above.
        const FIONREAD: c_ulong = 0x541b;
        // SAFETY: declared as in the C library, which std links in any case.
        unsafe extern "C" {
            fn ioctl(file: c_int, request: c_ulong, ...) -> c_int;
        }
        let mut bytes: c_int = 0;
        // SAFETY: the file is open as long as its owner lives, and FIONREAD writes one int to where it is told.
        let result = unsafe { ioctl(pipe.as_raw_fd(), FIONREAD, &raw mut bytes) };
        (result == 0).then_some(bytes)
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::io::{Read, Write};

        #[test]
        fn a_pipe_is_empty_when_all_was_read() {
            let (mut reader, mut writer) = io::pipe().unwrap();
            let pipe = Pipe(writer.try_clone().unwrap().into());
            assert!(pipe.is_empty());
            writer.write_all(b"abc").unwrap();
            assert_eq!(waiting(&pipe.0), Some(3));
            let mut bytes = [0; 2];
            reader.read_exact(&mut bytes).unwrap();
            assert!(!pipe.is_empty());
            reader.read_exact(&mut bytes[..1]).unwrap();
            assert!(pipe.is_empty());
        }
    }
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
mod unknown {
    /// Nothing is known of any pipe here.
    #[derive(Debug)]
    pub enum Pipe {}

    impl Pipe {
        /// None.
        pub const fn of_stdout() -> Option<Self> {
            None
        }

        /// Never asked.
        pub const fn is_empty(&self) -> bool {
            match *self {}
        }
    }
}
