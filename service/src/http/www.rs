//! `--www`: the files of a folder, and `/config.json` with the settings of the demo page.

use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse, Response},
    routing::get,
};
use std::{
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

/// The routes of a folder. `key` is the API key that `/config.json` gives to the page.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn routes(folder: &Path, key: Option<&str>) -> Result<Router, String> {
    let invalid =
        |reason: &str| format!("Invalid --www: {folder:?} ({reason}). Expected a readable folder.");
    let root = folder
        .canonicalize()
        .map_err(|error| invalid(&error.to_string()))?;
    if !root.is_dir() {
        return Err(invalid("it is not a folder"));
    }
    // A folder `ipfs` has pictures by content id, so the page can use the service as a gateway.
    let gateways: &[&str] = if root.join("ipfs").is_dir() {
        &["/"]
    } else {
        &[]
    };
    let settings =
        serde_json::json!({ "baseUrl": "/", "apiKey": key, "gateways": gateways }).to_string();
    let config_json =
        move || async move { ([(header::CONTENT_TYPE, "application/json")], settings) };
    let files = ServeDir::with_backend(
        &root,
        Files {
            root: root.as_path().into(),
        },
    );
    Ok(Router::new()
        .route("/config.json", get(config_json))
        .fallback_service(files)
        .layer(from_fn(with_one_slash))
        .layer(map_response(with_security_headers)))
}

/// Responds with 404 to a path that begins with several slashes. Otherwise the path of a folder
/// would get a redirect to `//host/`, which a browser reads as the URL of a different host.
async fn with_one_slash(request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("//") {
        return StatusCode::NOT_FOUND.into_response();
    }
    next.run(request).await
}

/// The files of a folder, except hidden files (a name in the path begins with a dot) and symbolic links that leave the
/// folder.
#[derive(Debug, Clone)]
struct Files {
    /// The folder, without symbolic links.
    root: Arc<Path>,
}

impl Files {
    /// The path of a file or a folder to serve, without symbolic links. Other kinds of files are
    /// refused: opening a named pipe would wait for a writer, and block a thread for ever.
    async fn real_path(self, path: PathBuf) -> io::Result<PathBuf> {
        let real = tokio::fs::canonicalize(&path).await?;
        let is_visible = |path: &Path| match path.strip_prefix(&self.root) {
            Ok(relative) => !relative
                .iter()
                .any(|name| name.as_bytes().starts_with(b".")),
            Err(_) => false,
        };
        if !is_visible(&path) || !is_visible(&real) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let kind = tokio::fs::metadata(&real).await?.file_type();
        if kind.is_file() || kind.is_dir() {
            Ok(real)
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
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

/// The page may load its own files, and send requests over TLS or to this machine. It may not turn
/// text into markup.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob: https: http://127.0.0.1:* http://localhost:*; \
    connect-src 'self' https: http://127.0.0.1:* http://localhost:*; \
    base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; \
    frame-ancestors 'none'";

async fn with_security_headers(mut response: Response) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    response
        .headers_mut()
        .extend(headers.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}
