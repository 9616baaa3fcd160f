//! What goes over pipes and sockets and into files: lines, messages and whole files, as values. It knows no game and
//! opens nothing but files.

pub mod dxp;
pub mod files;
pub mod hub;
pub mod lines;
