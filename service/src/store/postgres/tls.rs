//! The TLS parameters in a URL of PostgreSQL: `sslmode` and `sslrootcert`. tokio-postgres does not
//! know all modes, and does not know `sslrootcert`.
//!
//! Differences from libpq: `require` also checks the certificate and its name, `prefer` and a URL
//! without `sslmode` use no TLS, and `allow` is refused.

use super::url::Parameters;
use crate::store::{Result, StoreError, database_url::invalid};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The encryption of a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tls {
    /// Whether the certificate must name the host.
    checks_name: bool,
    /// The PEM file with the certificates of the authorities; `None` for the certificates of the
    /// system.
    root_file: Option<String>,
}

/// Takes `sslmode` and `sslrootcert` out of the parameters. Returns `None` for a connection without
/// TLS.
pub(super) fn take(parameters: &mut Parameters) -> Result<Option<Tls>> {
    let mode = parameters.take("sslmode");
    let root_file = parameters.take("sslrootcert");
    let checks_name = match mode.as_deref() {
        // No TLS. `prefer` never guarantees encryption: libpq too connects without TLS to a server
        // that has no TLS.
        None | Some("disable" | "prefer") => None,
        Some("require" | "verify-full") => Some(true),
        Some("verify-ca") => Some(false),
        Some(other) => {
            return Err(invalid(
                &format!("sslmode={other}"),
                "disable, prefer, require, verify-ca or verify-full",
            ));
        }
    };
    let Some(checks_name) = checks_name else {
        if root_file.is_some() {
            return Err(invalid(
                "sslrootcert without TLS",
                "also sslmode=require, verify-ca or verify-full",
            ));
        }
        return Ok(None);
    };
    // `sslrootcert=system` means the certificates of the system.
    let root_file = root_file.filter(|file| file != "system");
    Ok(Some(Tls {
        checks_name,
        root_file,
    }))
}

impl Tls {
    /// A connector that checks the certificate of the server.
    pub(super) fn connector(&self) -> Result<MakeRustlsConnect> {
        let verifier = WebPkiServerVerifier::builder(Arc::new(self.roots()?)).build();
        let verifier = verifier.map_err(|error| StoreError(format!("TLS: {error}")))?;
        let verifier: Arc<dyn ServerCertVerifier> = if self.checks_name {
            verifier
        } else {
            Arc::new(AnyName(verifier))
        };
        let config = ClientConfig::builder()
            .dangerous()
            .with_custom_certificate_verifier(verifier);
        Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
    }

    /// The certificates of the authorities: from the file, or from the system. The environment
    /// variable `SSL_CERT_FILE` can name a file with the certificates of the system.
    fn roots(&self) -> Result<RootCertStore> {
        let mut roots = RootCertStore::empty();
        let Some(file) = &self.root_file else {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            return Ok(roots);
        };
        let failed = |reason: &dyn std::fmt::Display| {
            StoreError(format!("Cannot read {file} (sslrootcert): {reason}"))
        };
        for certificate in CertificateDer::pem_file_iter(file).map_err(|e| failed(&e))? {
            roots
                .add(certificate.map_err(|e| failed(&e))?)
                .map_err(|e| failed(&e))?;
        }
        if roots.is_empty() {
            Err(failed(&"it has no certificates in PEM"))
        } else {
            Ok(roots)
        }
    }
}

/// Checks a certificate, but not the name in it (`verify-ca`).
#[derive(Debug)]
struct AnyName(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, Error> {
        // The name is checked last, so all other checks have passed when only the name is invalid.
        match self
            .0
            .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
        {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            result => result,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        self.0
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        self.0
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The password in the test URLs, which has `?` as `%3F`.
    const PASSWORD: &str = "p?";

    fn tls(query: &str) -> Result<Option<Tls>> {
        let url = format!("postgres://u:p%3F@a,b:1/d{query}");
        take(&mut Parameters::parse(&url)?)
    }

    #[test]
    fn reads_the_parameters_of_tls() {
        let full = |root_file: Option<&str>| {
            Some(Tls {
                checks_name: true,
                root_file: root_file.map(str::to_owned),
            })
        };
        let ca = Some(Tls {
            checks_name: false,
            root_file: Some("/a b.pem".to_owned()),
        });
        for (query, expected) in [
            ("", None),
            ("?sslmode=prefer&port=1", None),
            ("?sslmode=require", full(None)),
            ("?sslmode=verify-full&sslrootcert=system", full(None)),
            (
                "?sslmode=verify-full&sslrootcert=/ca.pem",
                full(Some("/ca.pem")),
            ),
            ("?sslrootcert=/a%20b.pem&user=x&sslmode=verify-ca", ca),
        ] {
            assert_eq!(tls(query).expect(query), expected, "{query}");
        }
    }

    #[test]
    fn an_error_lists_what_is_accepted_and_has_no_password() {
        for (query, part) in [
            (
                "?sslmode=allow",
                "sslmode=allow. Expected disable, prefer, require, verify-ca or verify-full.",
            ),
            (
                "?sslrootcert=x",
                "Expected also sslmode=require, verify-ca or verify-full.",
            ),
        ] {
            let message = tls(query).expect_err(query).0;
            assert!(
                message.contains(part) && !message.contains(PASSWORD),
                "{message}"
            );
        }
    }

    #[test]
    fn an_error_names_a_missing_root_file() {
        let missing = Tls {
            checks_name: true,
            root_file: Some("/nonexistent.pem".to_owned()),
        };
        let message = missing.connector().map(drop).expect_err("no file").0;
        assert!(
            message.starts_with("Cannot read /nonexistent.pem (sslrootcert): "),
            "{message}"
        );
    }
}
