//! Parses any text as a base URL. If the text is accepted, checks the URL of a call below it.
#![no_main]

use ethereal_query::{BaseUrl, Call, Endpoint, ErrorKind, GetProject, Response};
use ethereal_query_fuzz::{client, is_clean, text};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use url::{ParseError, Url};

static CALL: LazyLock<Call> = LazyLock::new(|| GetProject.call());

fuzz_target!(|data: &[u8]| {
    let input = text(data);
    let parsed = Url::parse(&input);
    match BaseUrl::parse(&input) {
        Ok(base) => check_accepted(base, parsed),
        Err(error) => {
            assert_eq!(
                (error.kind, error.parameter),
                (ErrorKind::InvalidArgument, Some("baseUrl"))
            );
            assert!(is_clean(&error.message));
            if let Ok(url) = &parsed
                && let Some(password) = url.password()
            {
                check_hides_password(&error.message, password, &input);
            }
        }
    }
});

fn check_hides_password(message: &str, password: &str, input: &str) {
    // A short or repeated password could be in the message by chance.
    if password.len() < 6 || input.matches(password).count() != 1 {
        return;
    }
    assert!(!message.contains(password), "{message}");
}

fn check_accepted(base: BaseUrl, parsed: Result<Url, ParseError>) {
    let base_text = base.as_str().to_owned();
    assert_eq!(BaseUrl::parse(&base_text).as_ref(), Ok(&base));
    let (_, request) = client::call(&client::client(base), &CALL, Response::default());
    let path = request
        .url
        .strip_prefix(&base_text)
        .expect("a call goes below the base");
    assert_eq!(path, "/project");
    match (parsed, Url::parse(&request.url)) {
        (Ok(base), Ok(url)) => {
            assert!(matches!(url.scheme(), "http" | "https"));
            assert_eq!(
                (url.username(), url.password(), url.query(), url.fragment()),
                ("", None, None, None)
            );
            assert_eq!(url.origin(), base.origin());
            assert_eq!(
                url.path(),
                [base.path().trim_end_matches('/'), "/project"].concat()
            );
        }
        // The crate leaves these rules of hosts to `fetch`: Punycode labels, and the numbers of an
        // IP address.
        (Err(error), Err(url_error)) if error == url_error => {
            assert!(is_host_error(error), "{base_text}: {error}")
        }
        (base, url) => panic!("{base:?} {url:?}"),
    }
}

fn is_host_error(error: ParseError) -> bool {
    use ParseError::{IdnaError, InvalidDomainCharacter, InvalidIpv4Address, InvalidIpv6Address};
    matches!(
        error,
        IdnaError | InvalidDomainCharacter | InvalidIpv4Address | InvalidIpv6Address
    )
}
