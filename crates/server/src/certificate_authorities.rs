//! The certificate authorities trusted for the mail server and the push services.

use std::path::Path;

use rustls_native_certs::{CertificateResult, load_certs_from_paths, load_native_certs};
use rustls_pki_types::CertificateDer;

/// Loads the certificates of a PEM file, or of the system if there is none. The error is a sentence for the operator.
pub fn load(file: Option<&Path>) -> Result<Vec<CertificateDer<'static>>, String> {
    let CertificateResult { certs, errors, .. } = match file {
        Some(file) => load_certs_from_paths(Some(file), None),
        None => load_native_certs(),
    };
    if !certs.is_empty() {
        return Ok(certs);
    }
    let place = file.map_or("on this system; install the package ca-certificates".to_owned(), |file| {
        format!("in {}", file.display())
    });
    let reason = errors.first().map(|error| format!(" ({error})")).unwrap_or_default();
    Err(format!("no certificate authorities were found {place}{reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_certificates_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("authorities.pem");
        assert!(load(Some(&file)).unwrap_err().contains("authorities.pem"));
        std::fs::write(&file, "not a certificate").unwrap();
        assert!(load(Some(&file)).unwrap_err().contains("authorities.pem"));
    }
}
