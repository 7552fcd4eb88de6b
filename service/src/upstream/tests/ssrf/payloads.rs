//! Payloads: token URIs and redirects to private addresses, and the names in them.

use super::FixedResolver;

/// Payloads that reach a listener with `allow_private`, which allows every address and port. `P`
/// stands for the allowed port, and `Q` for a different port with a listener.
pub(super) const REACHING: &[&str] = &[
    // IPv4 addresses in every notation (WHATWG URL §3.5).
    "http://127.0.0.1:P/",
    "http://127.0.0.1.:P/",
    "http://127.1:P/",
    "http://127.0.1:P/",
    "http://2130706433:P/",
    "http://2130706433.:P/",
    "http://0x7f000001:P/",
    "http://0X7F000001:P/",
    "http://0x7f.0.0.1:P/",
    "http://0x7f.0x0.0x0.0x1:P/",
    "http://0x7f.1:P/",
    "http://127.0x1:P/",
    "http://0177.0.0.1:P/",
    "http://0177.0.0.01:P/",
    "http://017700000001:P/",
    "http://00000000177.0.0.1:P/",
    "http://0177.0x0.0.1:P/",
    "http://%31%32%37.0.0.1:P/",
    "http://127%2e0%2e0%2e1:P/",
    "http://127.0.0.%31:P/",
    "http://127。0。0。1:P/",
    "http://127.0.0。1:P/",
    "http://１２７.０.０.１:P/",
    "http://①②⑦.⓪.⓪.①:P/",
    "http://127｡0｡0｡1:P/",
    "http://𝟏𝟐𝟕.0.0.1:P/",
    "http://0:P/",
    "http://0.0.0.0:P/",
    "http://0x0:P/",
    // Unusual text around the address.
    "http://127.0.0.1:P\\@public.test/",
    "http:///127.0.0.1:P/",
    "HTTP://127.0.0.1:P/",
    " http://127.0.0.1:P/ ",
    "http://127.0.0.1:P?x",
    "http://127.0.0.1:P#@public.test:P/",
    "http://127.0.0.1:0P/",
    // IPv6.
    "http://[::1]:P/",
    "http://[0:0:0:0:0:0:0:1]:P/",
    "http://[0000::0001]:P/",
    "http://[::0.0.0.1]:P/",
    "http://[::]:P/",
    "http://[::ffff:127.0.0.1]:P/",
    "http://[::ffff:7f00:1]:P/",
    "http://[::FFFF:7F00:0001]:P/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:P/",
    "http://[::ffff:0.0.0.0]:P/",
    // Names that `names` resolves.
    "http://localhost:P/",
    "http://localhost.:P/",
    "http://LOCALHOST:P/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:P/",
    "http://loc%61lhost:P/",
    "http://private.test:P/",
    "http://private6.test:P/",
    "http://both.test:P/",
    "http://mapped.test:P/",
    "http://any.test:P/",
    "http://any6.test:P/",
    "http://127.0.0.1.nip.test:P/",
    "http://xn--prvate-jwa.test:P/",
    "http://prïvate.test:P/",
    // Forbidden ports.
    "http://public.test:Q/",
    "http://127.0.0.2:Q/",
    "http://private.test:Q/",
    "http://127.0.0.1:Q/",
];

/// Payloads that are forbidden with every setting.
pub(super) const NEVER: &[&str] = &[
    // User information, even with an allowed address.
    "http://user@127.0.0.1:P/",
    "http://user:pass@127.0.0.1:P/",
    "http://public.test:P@127.0.0.1:P/",
    "http://public.test%3AP@127.0.0.1:P/",
    "http://:pass@127.0.0.1:P/",
    "http://user@private.test:P/",
    // Other schemes.
    "gopher://127.0.0.1:P/_GET",
    "ftp://127.0.0.1:P/",
    "file://127.0.0.1/etc/passwd",
    "file:///etc/passwd",
    "ws://127.0.0.1:P/",
    "wss://127.0.0.1:P/",
    "dict://127.0.0.1:P/",
    "ldap://127.0.0.1:P/",
    "tftp://127.0.0.1:P/",
    "jar:http://127.0.0.1:P/!/",
    "unix:/var/run/docker.sock",
    "//127.0.0.1:P/",
    "127.0.0.1:P",
    "blob:http://127.0.0.1:P/x",
    "view-source:http://127.0.0.1:P/",
    // Without `//`: a URL parser would accept these texts, but the service requires `http://`.
    "http:\\\\127.0.0.1:P\\",
    "http:127.0.0.1:P",
    "http:/127.0.0.1:P/",
    // Invalid URLs, and control characters that a parser drops.
    "http://[::1%25lo]:P/",
    "http://[::1%lo]:P/",
    "http://[fe80::1%25eth0]:P/",
    "http://127.0.0.1:P:P/",
    "http://127.0.0.1:99999/",
    "http://127.0.0.1.0:P/",
    "http://256.0.0.1:P/",
    "http://0x100000000:P/",
    "http://127.0.0.1\t:P/",
    "http://127.0.\n0.1:P/",
    "ht\ttp://127.0.0.1:P/",
    "http://127.0.0.1:P\r\nX: y/",
    "http://127.0.0.1 :P/",
    "http://public.test 127.0.0.1:P/",
    "http://127.0.0.1\u{0}.public.test:P/",
    "http://[127.0.0.1]:P/",
    "http://:P/",
    "http://",
];

/// Payloads with private or special addresses on which a test cannot listen, such as the metadata
/// services of clouds. The test checks the metric `refused` instead.
pub(super) const ELSEWHERE: &[&str] = &[
    "http://10.0.0.1:P/",
    "http://172.16.0.1:P/",
    "http://192.168.1.1:P/",
    "http://100.64.0.1:P/",
    "http://100.100.100.200:P/latest/meta-data/",
    "http://168.63.129.16:P/",
    "http://169.254.169.254:P/latest/meta-data/",
    "http://0xa9fea9fe:P/",
    "http://2852039166:P/",
    "http://[::ffff:169.254.169.254]:P/",
    "http://[fd00:ec2::254]:P/",
    "http://192.0.0.192:P/",
    "http://198.18.0.1:P/",
    "http://224.0.0.1:P/",
    "http://255.255.255.255:P/",
    "http://[::127.0.0.1]:P/",
    "http://[64:ff9b::7f00:1]:P/",
    "http://[64:ff9b::127.0.0.1]:P/",
    "http://[64:ff9b:1::7f00:1]:P/",
    "http://[2002:7f00:1::]:P/",
    "http://[2001:0:7f00:1::]:P/",
    "http://[fe80::1]:P/",
    "http://[fec0::1]:P/",
    "http://[fc00::1]:P/",
    "http://[ff02::1]:P/",
    "http://[2001:db8::1]:P/",
    "http://metadata.test:P/",
    "http://metadata.google.internal:P/computeMetadata/v1/",
    "http://compatible.test:P/",
    "http://nat64.test:P/",
    "http://sixtofour.test:P/",
    "http://local6.test:P/",
    "http://carrier.test:P/",
];

/// Targets of redirects. The tests try each target with every redirect status.
pub(super) const REDIRECTED: &[&str] = &[
    "http://127.0.0.1:P/",
    "http://[::1]:P/",
    "//127.0.0.1:P/",
    "\\\\127.0.0.1:P/",
    "http://private.test:P/",
    "http://mapped.test:P/",
    "http://0x7f.1:P/",
    // A second redirect.
    "http://public.test:P/again/127.0.0.1",
];

/// The names in the payloads and in the tests of `ssrf.rs`, each with the addresses of its lookups
/// in order.
pub(super) fn names() -> FixedResolver {
    FixedResolver::default()
        .with("public.test", &[&["127.0.0.2"]])
        .with("localhost", &[&["127.0.0.1", "::1"]])
        .with("localhost.", &[&["127.0.0.1", "::1"]])
        .with("private.test", &[&["127.0.0.1"]])
        .with("xn--prvate-jwa.test", &[&["127.0.0.1"]])
        .with("private6.test", &[&["::1"]])
        .with("both.test", &[&["::1", "127.0.0.1"]])
        .with("mapped.test", &[&["::ffff:127.0.0.1"]])
        .with("any.test", &[&["0.0.0.0"]])
        .with("any6.test", &[&["::"]])
        .with("127.0.0.1.nip.test", &[&["127.0.0.1"]])
        .with("mixed.test", &[&["127.0.0.1", "127.0.0.2", "::1"]])
        .with("rebind.test", &[&["127.0.0.2"], &["127.0.0.1"]])
        .with("metadata.test", &[&["169.254.169.254"]])
        .with("metadata.google.internal", &[&["169.254.169.254"]])
        .with("compatible.test", &[&["::127.0.0.1"]])
        .with("nat64.test", &[&["64:ff9b::7f00:1"]])
        .with("sixtofour.test", &[&["2002:7f00:1::1"]])
        .with("local6.test", &[&["fe80::1", "fd00::1"]])
        .with("carrier.test", &[&["100.64.0.1", "10.0.0.1"]])
}
