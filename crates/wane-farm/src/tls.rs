//! The certificate of a farm's servers, and how members know it.
//!
//! A farm makes its own certificate once; its fingerprint is a part of every address. So nobody else vouches for it, and
//! it does not matter by which name a server is reached.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error as TlsError, SignatureScheme,
};
use thiserror::Error;
use wane_files::{PathError, write_atomically};

use crate::address::write_secret;
use crate::fingerprint::Fingerprint;

/// The files of a certificate.
pub(crate) const CERTIFICATE: &str = "certificate.pem";
pub(crate) const KEY: &str = "key.pem";

/// Why a farm has no certificate.
#[derive(Debug, Error)]
pub enum CertificateFailure {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// None could be made.
    #[error("no certificate: {0}")]
    Make(rcgen::Error),
    /// The file has something else.
    #[error("{} is not a certificate: delete it and key.pem, and a new one is made; members need new addresses then", .0.display())]
    Content(PathBuf),
}

/// The fingerprint of the certificate in a folder, which is made if there is none.
pub(crate) fn ensure_certificate(folder: &Path) -> Result<Fingerprint, CertificateFailure> {
    let (path, key_path) = (folder.join(CERTIFICATE), folder.join(KEY));
    if !path.exists() || !key_path.exists() {
        let key = KeyPair::generate().map_err(CertificateFailure::Make)?;
        let made = CertificateParams::new(vec!["wane-farm".into()]);
        let made = made.and_then(|it| it.self_signed(&key)).map_err(CertificateFailure::Make)?;
        write_secret(&key_path, &key.serialize_pem()).map_err(PathError::at(&key_path))?;
        write_atomically(&path, made.pem().as_bytes()).map_err(PathError::at(&path))?;
    }
    let text = fs::read(&path).map_err(PathError::at(&path))?;
    let certificate = CertificateDer::from_pem_slice(&text);
    let certificate = certificate.map_err(|_| CertificateFailure::Content(path))?;
    Ok(Fingerprint::of(&certificate))
}

/// Connections to servers with this certificate and no other.
pub(crate) fn client(fingerprint: Fingerprint) -> ClientConfig {
    let provider = Arc::new(ring::default_provider());
    let pinned = Pinned { fingerprint, provider: Arc::clone(&provider) };
    ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring has the ciphers of all versions")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(pinned))
        .with_no_client_auth()
}

/// Knows a certificate by its fingerprint.
#[derive(Debug)]
struct Pinned {
    fingerprint: Fingerprint,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if Fingerprint::of(certificate) == self.fingerprint {
            Ok(ServerCertVerified::assertion())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn a_folder_keeps_its_certificate() {
        let folder = TempDir::new().unwrap();
        let made = ensure_certificate(folder.path()).unwrap();
        assert_eq!(ensure_certificate(folder.path()).unwrap(), made);
        fs::write(folder.path().join(CERTIFICATE), "damaged").unwrap();
        let error = ensure_certificate(folder.path()).unwrap_err().to_string();
        assert!(error.contains("not a certificate: delete it"), "{error}");
        fs::remove_file(folder.path().join(KEY)).unwrap();
        assert_ne!(ensure_certificate(folder.path()).unwrap(), made);
    }
}
