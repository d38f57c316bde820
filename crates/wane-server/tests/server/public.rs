//! A server that others can reach, directly or through a proxy.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt as _;
use tokio::time;
use wane_server::{Config, ServerLimits};

use crate::client::{
    HOSTILE, PATIENCE, Running, config, connect, http, http_from, serve_page, start,
};

/// A request for a path with more headers.
fn get(server: &Running, path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\n{}{headers}\r\n", server.head())
}

async fn status(server: &Running, from: Ipv4Addr, request: &str) -> u16 {
    let (head, _) = http_from(server, from, request).await;
    head[9..12].parse().expect("a status")
}

#[tokio::test]
async fn only_a_trusted_proxy_says_who_its_client_is() {
    let limits = ServerLimits { messages_per_client: 2, ..ServerLimits::default() };
    let server = start(Config { proxies: vec![IpAddr::V4(HOSTILE)], ..config(limits) }).await;
    let forwarded = |client: u32| format!("x-forwarded-for: 192.0.2.{client}\r\n");
    // The proxy has many clients, each with its own limit.
    for client in 1..20 {
        let request = get(&server, "/api/health", &forwarded(client));
        assert_eq!(status(&server, HOSTILE, &request).await, 200, "{client}");
    }
    let request = get(&server, "/api/health", &forwarded(30));
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(status(&server, HOSTILE, &request).await);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    // Others cannot pass for many.
    let mut statuses = Vec::new();
    for client in 40..46 {
        let request = get(&server, "/api/health", &forwarded(client));
        statuses.push(status(&server, Ipv4Addr::LOCALHOST, &request).await);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn requests_through_a_proxy_are_limited_for_each_client() {
    let limits = ServerLimits { connections_per_client: 2, ..ServerLimits::default() };
    let server = start(Config { proxies: vec![IpAddr::V4(HOSTILE)], ..config(limits) }).await;
    let mut slow = Vec::new();
    for _ in 0..2 {
        let mut stream = connect(&server, HOSTILE).await;
        let head = "content-length: 100\r\nx-forwarded-for: 192.0.2.1\r\n";
        let request = format!("POST /api/query HTTP/1.1\r\n{}{head}\r\n", server.head());
        stream.write_all(request.as_bytes()).await.expect("it reads");
        slow.push(stream);
    }
    let other = get(&server, "/api/health", "x-forwarded-for: 192.0.2.2\r\n");
    assert_eq!(status(&server, HOSTILE, &other).await, 200);
    let same = get(&server, "/api/health", "x-forwarded-for: 192.0.2.1\r\n");
    assert_eq!(status(&server, HOSTILE, &same).await, 429);
    drop(slow);
    let started = Instant::now();
    while status(&server, HOSTILE, &same).await != 200 {
        assert!(started.elapsed() < PATIENCE, "the requests are still counted");
        time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_name_of_the_server_must_be_given() {
    let address = (Ipv4Addr::UNSPECIFIED, 0).into();
    let hosts = vec!["wane.example".to_string()];
    let mut server = start(Config { address, hosts, ..config(ServerLimits::default()) }).await;
    server.address.set_ip(Ipv4Addr::LOCALHOST.into());
    for (host, expected) in
        [("wane.example", 200), ("127.0.0.1:7878", 200), ("evil.example", 403), ("", 403)]
    {
        let request =
            format!("GET /api/health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        assert_eq!(status(&server, Ipv4Addr::LOCALHOST, &request).await, expected, "{host:?}");
    }
}

#[tokio::test]
async fn metrics_are_for_this_machine_unless_they_are_public() {
    let server = start(config(ServerLimits::default())).await;
    let (head, text) = http(&server, &server.get("/metrics")).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(text.contains("wane_connections_open 1\n"), "{text}");
    assert!(text.contains("wane_requests_total 1\n"), "{text}");
    let proxied = get(&server, "/metrics", "x-forwarded-for: 192.0.2.1\r\n");
    assert_eq!(status(&server, Ipv4Addr::LOCALHOST, &proxied).await, 404);
    let public = Config { has_public_metrics: true, ..config(ServerLimits::default()) };
    let server = start(public).await;
    let proxied = get(&server, "/metrics", "x-forwarded-for: 192.0.2.1\r\n");
    assert_eq!(status(&server, Ipv4Addr::LOCALHOST, &proxied).await, 200);
}

#[tokio::test]
async fn a_file_whose_address_has_a_hash_is_kept_for_ever_and_others_are_asked_for_again() {
    let folder = wane_testkit::temp_dir::TempDir::new().expect("it is writable");
    std::fs::create_dir_all(folder.path().join("assets")).expect("it is writable");
    std::fs::create_dir_all(folder.path().join("engine")).expect("it is writable");
    for name in ["index.html", "assets/page-abc.js", "engine/wane.wasm"] {
        folder.write(name, name).expect("it is writable");
    }
    let server = serve_page(folder.path().to_path_buf()).await;
    for (path, caching) in [
        ("/", "no-cache"),
        ("/engine/wane.wasm", "no-cache"),
        ("/assets/page-abc.js", "immutable"),
        ("/engine/wane.wasm?0123456789abcdef", "immutable"),
    ] {
        let (head, _) = http(&server, &server.get(path)).await;
        assert!(head.contains("200 OK") && head.contains(caching), "{path}: {head}");
    }
    let (head, _) = http(&server, &server.get("/")).await;
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("there is a tag");
    let again = get(&server, "/", &format!("if-none-match: {tag}\r\n"));
    let (head, body) = http(&server, &again).await;
    assert!(head.contains("304 Not Modified") && body.is_empty(), "{head}{body}");
}

#[tokio::test]
async fn every_response_has_the_headers_that_protect_the_page() {
    let server = start(config(ServerLimits::default())).await;
    for path in ["/", "/nothing", "/api/health"] {
        let (head, _) = http(&server, &server.get(path)).await;
        for part in [
            "content-security-policy: default-src 'none'",
            "frame-ancestors 'none'",
            "'wasm-unsafe-eval'",
            "x-frame-options: DENY",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
        ] {
            assert!(head.contains(part), "{path}: {part}: {head}");
        }
    }
}

#[tokio::test]
async fn a_tournament_is_shown_from_its_folder_and_nothing_else_of_it() {
    let folder = wane_testkit::temp_dir::TempDir::new().expect("it is writable");
    folder.write("report.html", "<style>a{}</style>").expect("it is writable");
    folder.write("running.json", "[]").expect("it is writable");
    folder.write("match.json", "{\"secret\":1}").expect("it is writable");
    let arena = Some(folder.path().to_path_buf());
    let server = start(Config { arena, ..config(ServerLimits::default()) }).await;
    let (head, page) = http(&server, &server.get("/arena/")).await;
    assert!(head.starts_with("HTTP/1.1 200") && page.contains("live.js"), "{head}");
    assert!(head.contains("script-src 'self'"), "{head}");
    let (head, _) = http(&server, &server.get("/arena")).await;
    assert!(head.starts_with("HTTP/1.1 308") && head.contains("location: /arena/"), "{head}");
    let (head, _) = http(&server, &server.get("/arena/live.js")).await;
    assert!(head.contains("text/javascript"), "{head}");
    // The report has its style in itself.
    let (head, report) = http(&server, &server.get("/arena/report.html")).await;
    assert!(head.contains("style-src 'unsafe-inline'") && report.contains("<style>"), "{head}");
    assert!(!head.contains("connect-src"), "{head}");
    assert_eq!(http(&server, &server.get("/arena/running.json")).await.1, "[]");
    // What is not there yet, and what is nobody's business.
    for path in
        ["/arena/standings.json", "/arena/match.json", "/arena/../match.json", "/arena/logs"]
    {
        let (head, _) = http(&server, &server.get(path)).await;
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
    }
    let without = start(config(ServerLimits::default())).await;
    assert!(http(&without, &without.get("/arena/")).await.0.starts_with("HTTP/1.1 404"));
}
