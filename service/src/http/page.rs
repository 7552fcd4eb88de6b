//! `--www`: a folder with a page, served beside the endpoints, and the settings that the demo page asks for.

use axum::{
    Router,
    http::{HeaderValue, header},
    middleware::map_response,
    response::Response,
    routing::get,
};
use std::{
    ffi::OsStr,
    fs::Metadata,
    future::Future,
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
};
use tower_http::services::{
    ServeDir,
    fs::{Backend, TokioBackend, TokioFile},
};

/// The routes of a folder.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn page<S: Clone + Send + Sync + 'static>(folder: &Path, key: Option<&str>) -> Result<Router<S>, String> {
    let root = folder.canonicalize().map_err(|error| format!("--www is {}: {error}", folder.display()))?;
    if !root.is_dir() {
        return Err(format!("--www is {}, which is no folder", folder.display()));
    }
    // Pictures named by content id, when the folder has some.
    let gateways: &[&str] = if root.join("ipfs").is_dir() { &["/"] } else { &[] };
    let settings = serde_json::json!({ "baseUrl": "/", "apiKey": key, "gateways": gateways }).to_string();
    let settings = move || async move { ([(header::CONTENT_TYPE, "application/json")], settings) };
    let files = ServeDir::with_backend(&root, Files { root: root.as_path().into() });
    Ok(Router::new().route("/config.json", get(settings)).fallback_service(files).layer(map_response(guarded)))
}

/// The files of a folder, without those whose path has a name with a leading dot, and without those that a symbolic link
/// has elsewhere.
#[derive(Debug, Clone)]
struct Files {
    /// Without symbolic links.
    root: Arc<Path>,
}

impl Files {
    /// The path without symbolic links, if it is one to serve.
    async fn real_path(self, path: PathBuf) -> io::Result<PathBuf> {
        let real = tokio::fs::canonicalize(&path).await?;
        let is_visible = |path: &Path| {
            let inner = path.strip_prefix(&self.root);
            inner.is_ok_and(|inner| !inner.iter().map(OsStr::as_bytes).any(|name| name.starts_with(b".")))
        };
        if is_visible(&path) && is_visible(&real) { Ok(real) } else { Err(io::ErrorKind::NotFound.into()) }
    }
}

impl Backend for Files {
    type File = TokioFile;
    type Metadata = Metadata;
    type OpenFuture = Pin<Box<dyn Future<Output = io::Result<TokioFile>> + Send>>;
    type MetadataFuture = Pin<Box<dyn Future<Output = io::Result<Metadata>> + Send>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let files = self.clone();
        Box::pin(async move { TokioBackend.open(files.real_path(path).await?).await })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let files = self.clone();
        Box::pin(async move { TokioBackend.metadata(files.real_path(path).await?).await })
    }
}

/// The page may load its own files only, talk to services over TLS or on this machine, and make no markup of text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob: https:; connect-src 'self' https: http://127.0.0.1:* http://localhost:*; \
    base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; \
    frame-ancestors 'none'";

async fn guarded(mut response: Response) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    response.headers_mut().extend(headers.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}
