//! A farm on this machine, and jobs for it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use wane_farm::{
    Farm, FarmAddress, FarmError, FarmSettings, Fingerprint, Layout, LocalServer, PARCEL, Role,
    ServerSettings, WorkerSettings, add_member, reload, work,
};
use wane_match::{Job, JobKind, JobNeeds, JobRequest, JobWorker, RemoteError, RemoteJob, Stop};
use wane_testkit::temp_dir::TempDir;

/// A number, to be squared with what an input says.
#[derive(Clone, Debug)]
pub(crate) struct Square {
    pub(crate) number: u64,
    pub(crate) factor: u64,
}

impl Job for Square {
    type Result = (u64, u64);
}

impl RemoteJob for Square {
    const KIND: &'static str = "square";

    fn number(&self) -> u64 {
        self.number
    }

    fn request(&self, _program: &Path) -> Result<JobRequest, RemoteError> {
        let mut request = JobRequest::new(json!(self.number));
        request.inputs.insert("factor".into(), self.factor.to_string().into_bytes().into());
        Ok(request)
    }

    fn from_request(body: &Value, site: &wane_match::Site) -> Result<Self, RemoteError> {
        let number = body.as_u64().ok_or_else(|| RemoteError::new("not a number"))?;
        let factor = String::from_utf8(site.read("factor")?).map_err(RemoteError::new)?;
        Ok(Self { number, factor: factor.parse().map_err(RemoteError::new)? })
    }

    fn write_result(result: &(u64, u64)) -> Result<Vec<u8>, RemoteError> {
        if result.0 == 13 {
            return Err(RemoteError::new("unlucky"));
        }
        Ok(result.1.to_le_bytes().into())
    }

    fn read_result(&self, bytes: &[u8]) -> Result<(u64, u64), RemoteError> {
        let bytes = bytes.try_into().map_err(RemoteError::new)?;
        let square = u64::from_le_bytes(bytes);
        if square == u64::MAX {
            return Err(RemoteError::new("no square is so large"));
        }
        Ok((self.number, square))
    }
}

/// Squares numbers; what it gives instead of a result can be chosen.
struct Squarer {
    forge: Arc<Forge>,
    delay: Duration,
}

/// What is given for the square of a number.
type Forge = dyn Fn(u64, u64) -> u64 + Send + Sync;

impl JobWorker<Square> for Squarer {
    fn work(&mut self, Square { number, factor }: Square) -> Option<(u64, u64)> {
        thread::sleep(self.delay + Duration::from_millis(number % 5));
        Some((number, (self.forge)(number, number * number * factor)))
    }
}

/// Those who square numbers.
pub(crate) fn squarers(
    forge: impl Fn(u64, u64) -> u64 + Send + Sync + 'static,
    delay: Duration,
) -> JobKind {
    let forge: Arc<Forge> = Arc::new(forge);
    JobKind::new::<Square, Squarer>(move |_| Squarer { forge: Arc::clone(&forge), delay })
}

/// Those who do it right.
pub(crate) fn honest() -> JobKind {
    squarers(|_, square| square, Duration::ZERO)
}

/// Numbers, and what is to be done with them.
pub(crate) fn squares(numbers: std::ops::Range<u64>) -> impl Iterator<Item = Vec<Square>> {
    numbers.map(|number| vec![Square { number, factor: 1 + number % 2 }])
}

/// A farm on this machine.
pub(crate) struct Site {
    pub(crate) folder: TempDir,
    pub(crate) server: LocalServer,
    stop: Stop,
    pub(crate) workers: Vec<JoinHandle<Result<(), FarmError>>>,
}

impl Site {
    pub(crate) fn new() -> Self {
        Self::start(true)
    }

    /// One whose connections are not encrypted.
    pub(crate) fn plain() -> Self {
        Self::start(false)
    }

    fn start(tls: bool) -> Self {
        let folder = TempDir::new().unwrap();
        let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = LocalServer::start(ServerSettings {
            folder: folder.path().join("farm"),
            listen,
            cluster: None,
            program: "nats-server".into(),
            disk_mb: 4000,
            public: None,
            tls,
        });
        let site =
            Self { folder, server: server.unwrap(), stop: Stop::default(), workers: Vec::new() };
        for _ in 0..100 {
            if std::net::TcpStream::connect(listen).is_ok() {
                return site;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("the server does not answer");
    }

    /// The folder of the farm.
    pub(crate) fn farm_folder(&self) -> PathBuf {
        self.folder.path().join("farm")
    }

    pub(crate) fn farm(&self) -> Farm {
        Farm::open(Self::settings(self.server.owner().unwrap())).unwrap()
    }

    pub(crate) fn settings(address: FarmAddress) -> FarmSettings {
        FarmSettings {
            address,
            layout: Layout { ack_wait: Duration::from_secs(3), ..Layout::default() },
            program: PathBuf::from("wane"),
            signature: "1".into(),
            ledger: None,
            parcel: PARCEL,
            kinds: vec![honest()],
        }
    }

    /// A new volunteer.
    pub(crate) fn volunteer(&self, name: &str) -> FarmAddress {
        let address = add_member(&self.farm_folder(), name, Role::Volunteer).unwrap();
        reload(&self.farm_folder(), "nats-server".as_ref()).unwrap();
        thread::sleep(Duration::from_millis(500));
        address
    }

    /// Starts a worker of the house.
    pub(crate) fn worker(&mut self, signature: &str) {
        self.worker_of(self.server.house().unwrap(), signature, honest());
    }

    pub(crate) fn worker_of(&mut self, address: FarmAddress, signature: &str, kind: JobKind) {
        let number = self.workers.len().to_string();
        let settings = WorkerSettings {
            address,
            threads: 2,
            build: Fingerprint::of(number.as_bytes()),
            folder: self.folder.path().join(number),
            disk_mb: 10,
            kinds: vec![kind],
            signature: signature.into(),
            program: PathBuf::from("wane"),
            has: JobNeeds { sandbox: false, house: true, memory_mb: 100 },
            patience: Duration::from_secs(2),
            only_idle: false,
            bytes_per_second: None,
        };
        let stop = self.stop.clone();
        self.workers.push(thread::spawn(move || work(settings, &stop, &mut |_| {})));
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop.stop();
        for worker in self.workers.drain(..) {
            let ended = worker.join().unwrap();
            assert!(matches!(ended, Ok(()) | Err(FarmError::NotAMember { .. })), "{ended:?}");
        }
    }
}
