//! Makes the golden files of this version: one of every kind that outlives the program.

use std::fs;
use std::path::Path;

use wane_files::{Journal, LineForm};
use wane_testkit::temp_dir::TempDir;

use super::wane;

/// A game with a variation and comments.
const GAME: &str = "(;GM[2]RU[Anti]PB[Ann]PW[Ben];B[f5]C[as always](;W[d6];B[c3];W[d3];B[c4])(;W[f6]C[not so good]))";

/// A match of two games. Of its folder only the games are kept: no other build of the program resumes a match.
const MATCH: &[&str] =
    &["match", "random,seed=1", "greedy", "--games=2", "--size=4", "--seed=7", "--out"];

/// A little self-play.
pub(crate) const SELFPLAY: &[&str] =
    &["selfplay", "--out=records.bin", "--games=8", "--depth=1", "--exact=4"];

/// A checkpoint in which much work has been done.
const CHECKPOINT: [&str; 3] = [
    "% wane checkpoint 1",
    "% variant: anti",
    "-----OX--XO----- X; -16; +15; b1; 1234567; 8901234568; 313;",
];

/// The nodes in the checkpoint.
pub(crate) const NODES: u64 = 8_901_234_568;

/// One message to the engine of every kind, as `v` and the rest.
const MESSAGES: [&str; 16] = [
    r#""kind":"task","id":1,"task":{"ask":"analyse","position":"-----OX--XO----- X"}"#,
    r#""kind":"task","id":2,"task":{"ask":"analyse","position":"-----OX--XO----- X","objective":"most","within":{"depth":3,"nodes":1000,"ms":100},"lines":4,"only":["b1","a2"]}"#,
    r#""kind":"task","id":3,"task":{"ask":"choose","position":"-----OX--XO----- X","player":"5"}"#,
    r#""kind":"task","id":4,"task":{"ask":"choose","position":"-----OX--XO----- X","objective":"fewest","player":"greedy","within":{"ms":100},"seed":7}"#,
    r#""kind":"task","id":5,"task":{"ask":"review","game":{"format":"wane-game","v":1,"variant":"anti","start":{"board":"-----OX--XO-----","side":"X"},"moves":["b1","a3"],"players":{"black":{"name":"Ann"},"white":{"name":""}}}}"#,
    r#""kind":"task","id":6,"task":{"ask":"review_move","position":"-----OX--XO----- X","number":1,"played":"b1"}"#,
    r#""kind":"task","id":7,"task":{"ask":"puzzle","size":4,"empties":8,"seed":1}"#,
    r#""kind":"query","id":8,"query":{"ask":"start","size":8}"#,
    r#""kind":"query","id":9,"query":{"ask":"look","position":"-----OX--XO----- X","objective":"most"}"#,
    r#""kind":"query","id":10,"query":{"ask":"play","position":"-----OX--XO----- X","move":"b1"}"#,
    r#""kind":"query","id":11,"query":{"ask":"paste","text":"f5d6","size":8}"#,
    r#""kind":"query","id":12,"query":{"ask":"write","format":"sgf","game":{"format":"wane-game","v":1,"variant":"anti","start":{"board":"-----OX--XO-----","side":"X"},"moves":["b1"],"players":{"black":{"name":""},"white":{"name":""}}}}"#,
    r#""kind":"query","id":13,"query":{"ask":"summarize","moves":[]}"#,
    r#""kind":"query","id":14,"query":{"ask":"insight","position":"-----OX--XO----- X"}"#,
    r#""kind":"query","id":15,"query":{"ask":"explain","position":"-----OX--XO----- X","played":["b1","a3"],"better":["a2"]}"#,
    r#""kind":"stop","id":1"#,
];

/// Makes them in a new folder.
pub(crate) fn make(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("game.sgf", &wane(folder, &["convert", "--to=sgf", GAME]));
    for (name, format) in [("game.json", "json"), ("game.ggf", "ggf"), ("game.txt", "transcript")] {
        write(name, &wane(folder, &["convert", "--to", format, GAME]));
    }
    let cup = TempDir::new().unwrap();
    wane(folder, &[MATCH, &[cup.path().to_str().unwrap()]].concat());
    fs::copy(cup.path().join("games.ggf"), folder.join("match.ggf")).unwrap();
    wane(folder, SELFPLAY);
    let (mut journal, _) = Journal::open(&folder.join("checkpoint"), LineForm::Text).unwrap();
    journal.begin(&CHECKPOINT).unwrap();
    let version = wane_service::message::VERSION;
    let messages = MESSAGES.map(|message| format!("{{\"v\":{version},{message}}}\n"));
    write("messages.jsonl", &messages.concat());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::copy(root.join("crates/wane-server/src/openapi.json"), folder.join("openapi.json"))
        .unwrap();
    fs::create_dir(folder.join("schemas")).unwrap();
    for schema in fs::read_dir(root.join("docs/schemas")).unwrap() {
        let schema = schema.unwrap();
        fs::copy(schema.path(), folder.join("schemas").join(schema.file_name())).unwrap();
    }
}
