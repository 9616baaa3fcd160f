//! Days as the standard writes them.

use std::time::{SystemTime, UNIX_EPOCH};

/// The day in the form of the standard: `2026.11.30`, in universal time.
#[must_use]
pub fn date(time: SystemTime) -> String {
    let Ok(since) = time.duration_since(UNIX_EPOCH) else {
        return "????.??.??".to_owned();
    };
    let (mut year, mut day) = (1970, since.as_secs() / 86_400);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_become_dates() {
        let day = |days: u64| date(UNIX_EPOCH + Duration::from_secs(days * 86_400));
        assert_eq!(day(0), "1970.01.01");
        assert_eq!(day(11_016), "2000.02.29");
        assert_eq!(day(20_453), "2025.12.31");
        assert_eq!(day(20_454), "2026.01.01");
    }
}
