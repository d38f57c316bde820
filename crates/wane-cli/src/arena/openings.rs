//! Where the games of a match begin.

use anyhow::{Result, bail};
use wane_board::AnyGame;
use wane_formats::{Context, transcript};
use wane_match::{random_openings, shuffle};

use crate::input;

/// How many discs a random opening places.
const PLIES: usize = 8;

/// Where the games of a match begin, and what to call that, to see whether it is the same as before.
pub(crate) struct Openings {
    pub(crate) games: Vec<AnyGame>,
    pub(crate) name: String,
}

/// So many random openings, or those of a text or a file, in an order that comes from the seed.
pub(crate) fn read(
    given: Option<&str>,
    count: usize,
    seed: u64,
    context: Context,
) -> Result<Openings> {
    let Some(given) = given else {
        let games = random_openings(context.size, PLIES, count, seed);
        return Ok(Openings { games, name: format!("random, {PLIES} moves") });
    };
    let records = input::pasted(given, None, context)?.into_games();
    let mut games: Vec<AnyGame> = records.into_iter().map(|record| record.game).collect();
    let over = games.iter().position(|game| game.position().is_game_over());
    if let Some(index) = over {
        bail!("opening {} is over: {}", index + 1, transcript::write(&games[index]));
    }
    if let Some(other) = games.iter().find(|game| game.size() != context.size) {
        bail!("an opening is on {0}x{0}: say --size {0}", other.size());
    }
    let name = format!("{} given, {}", games.len(), fingerprint(&games));
    shuffle(&mut games, seed);
    Ok(Openings { games, name })
}

/// One number for all of them.
fn fingerprint(openings: &[AnyGame]) -> String {
    // FNV-1a.
    let hash = openings.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, game| {
        let text = format!("{:?} {}\n", game.start(), transcript::write(game));
        text.bytes()
            .fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    });
    format!("{hash:016x}")
}
