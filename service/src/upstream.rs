//! stub
use ethereal_query::TokenUri;
pub(crate) struct Settings;
pub(crate) struct Failure {
    pub status: u16,
    pub message: String,
    pub retry_after: Option<u64>,
}
pub(crate) struct Upstream;
impl Settings {
    pub(crate) fn new(_: &crate::cli::Serve) -> Result<Option<Self>, String> {
        Ok(None)
    }
}
impl Upstream {
    pub(crate) fn new(_: Settings) -> Result<Self, String> {
        Ok(Self)
    }
    pub(crate) async fn document(&self, _: &TokenUri) -> Result<std::sync::Arc<str>, Failure> {
        Err(Failure { status: 404, message: String::new(), retry_after: None })
    }
    pub(crate) fn metrics(&self) -> Vec<(&'static str, &'static str, u64)> {
        vec![]
    }
}
