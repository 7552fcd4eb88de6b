//! An HTTP server that counts its connections, and a DNS resolver with fixed addresses, for tests.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The reply of a server to a request.
#[derive(Clone)]
pub(super) enum Reply {
    Send(Vec<u8>),
    /// Waits, and then sends the bytes.
    After(Duration, Vec<u8>),
    /// Sends the bytes, and then a space every 20 ms until the client closes the connection.
    Drip(Vec<u8>),
    /// Sends the first bytes, and then repeats the second bytes until the client closes the
    /// connection.
    Flood(Vec<u8>, Vec<u8>),
    /// Closes the connection without a response.
    Close,
}

/// The bytes of a response. Each line of `headers` ends with `\r\n`.
pub(super) fn reply(status: u16, headers: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut bytes = format!(
        "HTTP/1.1 {status} X\r\ncontent-length: {}\r\n{headers}\r\n",
        body.len()
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

pub(super) fn ok(body: impl AsRef<[u8]>) -> Reply {
    Reply::Send(reply(200, "", body))
}

/// A running server, its connections and requests.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    accepted: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<String>>>,
    /// The maximum number of connections that were open at the same time.
    max_concurrent: Arc<AtomicUsize>,
}

impl Server {
    /// Starts a server, which runs until the runtime of the test ends. `respond` gets the head and
    /// body of each request.
    pub(super) async fn start_at(
        address: &str,
        respond: impl Fn(&str) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let server = Self {
            address: listener.local_addr().unwrap(),
            accepted: Arc::default(),
            requests: Arc::default(),
            max_concurrent: Arc::default(),
        };
        let accepted = server.accepted.clone();
        let requests = server.requests.clone();
        let max_concurrent = server.max_concurrent.clone();
        let respond = Arc::new(respond);
        let open = Arc::new(AtomicUsize::new(0));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                accepted.fetch_add(1, SeqCst);
                let open_now = open.fetch_add(1, SeqCst) + 1;
                max_concurrent.fetch_max(open_now, SeqCst);
                let (respond, requests, open) = (respond.clone(), requests.clone(), open.clone());
                tokio::spawn(async move {
                    let _ = serve(stream, &*respond, &requests).await;
                    open.fetch_sub(1, SeqCst);
                });
            }
        });
        server
    }

    /// Starts a server on a free port of 127.0.0.1.
    pub(super) async fn start(respond: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_at("127.0.0.1:0", respond).await
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(super) fn accepted(&self) -> usize {
        self.accepted.load(SeqCst)
    }

    pub(super) fn max_concurrent(&self) -> usize {
        self.max_concurrent.load(SeqCst)
    }

    /// The requests so far, with head and body.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// Replies to the requests of a connection, until the client or the reply closes the connection.
async fn serve(
    mut stream: TcpStream,
    respond: &(dyn Fn(&str) -> Reply + Send + Sync),
    requests: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    while let Some(request) = read_request(&mut stream).await? {
        requests.lock().unwrap().push(request.clone());
        match respond(&request) {
            Reply::Send(bytes) => stream.write_all(&bytes).await?,
            Reply::After(time, bytes) => {
                let mut byte = [0];
                tokio::select! {
                    () = tokio::time::sleep(time) => {}
                    // A client that gives up closes the connection, and then this read returns.
                    _ = stream.read(&mut byte) => return Ok(()),
                }
                stream.write_all(&bytes).await?;
            }
            Reply::Drip(bytes) => {
                stream.write_all(&bytes).await?;
                loop {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    stream.write_all(b" ").await?;
                }
            }
            Reply::Flood(bytes, chunk) => {
                stream.write_all(&bytes).await?;
                loop {
                    stream.write_all(&chunk).await?;
                }
            }
            Reply::Close => return Ok(()),
        }
    }
    Ok(())
}

/// The path of a request, with its query.
pub(super) fn path_of(request: &str) -> &str {
    request.split(' ').nth(1).unwrap()
}

/// Reads one request with its body; `None` when the client has closed the connection.
async fn read_request(stream: &mut TcpStream) -> std::io::Result<Option<String>> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |n| n.parse().unwrap()) {
                return Ok(Some(text));
            }
        }
        match stream.read(&mut chunk).await? {
            0 => return Ok(None),
            n => bytes.extend_from_slice(&chunk[..n]),
        }
    }
}

/// A resolver for tests. Each lookup of a name returns the next list of addresses of the name. The
/// last list repeats. A lookup of a name that begins with "slow." takes a minute.
#[derive(Default)]
pub(super) struct FixedResolver {
    addresses: HashMap<&'static str, Vec<Vec<IpAddr>>>,
    lookups: Mutex<Vec<String>>,
}

impl FixedResolver {
    /// Adds a name. Each list has the addresses that one lookup of the name returns.
    pub(super) fn with(mut self, name: &'static str, lists: &[&[&str]]) -> Self {
        let mut parsed_lists: Vec<Vec<IpAddr>> = Vec::new();
        for addresses in lists {
            parsed_lists.push(addresses.iter().map(|ip| ip.parse().unwrap()).collect());
        }
        self.addresses.insert(name, parsed_lists);
        self
    }

    pub(super) fn lookup_count(&self, name: &str) -> usize {
        self.lookups
            .lock()
            .unwrap()
            .iter()
            .filter(|looked_up| *looked_up == name)
            .count()
    }
}

impl Resolve for FixedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let earlier_lookups = self.lookup_count(name.as_str());
        self.lookups.lock().unwrap().push(name.as_str().to_owned());
        let lists = self.addresses.get(name.as_str());
        let addresses = lists
            .and_then(|lists| lists.get(earlier_lookups).or(lists.last()))
            .cloned();
        Box::pin(async move {
            if name.as_str().starts_with("slow.") {
                tokio::time::sleep(Duration::from_secs(60)).await;
            }
            let addresses = addresses.ok_or("no such name")?;
            Ok(Box::new(addresses.into_iter().map(|ip| SocketAddr::new(ip, 0))) as Addrs)
        })
    }
}
