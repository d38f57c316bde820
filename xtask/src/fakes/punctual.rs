//! An honest agent on a busy machine: `punctual.py` ends 200 ms before its limit, and must never be late while threads
//! of this program keep all processors busy.

use std::hint;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use anyhow::{Context as _, Result, bail};
use wane_board::{AnyGame, Objective, Size};
use wane_match::{AgentRuntime, Hosting, Referee, RunningAgent, Stop, Tolerance};

use super::hostile::Hostile;
use super::opponent;

/// Plays this many moves.
pub(super) fn run(folder: &Path, wane: &Path, moves: usize) -> Result<()> {
    let is_over = AtomicBool::new(false);
    let processors = thread::available_parallelism()?.get();
    thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        let played = play(folder, wane, moves);
        is_over.store(true, Relaxed);
        played
    })
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn play(folder: &Path, wane: &Path, moves: usize) -> Result<()> {
    let agent = Hostile::named(folder, "punctual")?;
    let runtime =
        Arc::new(AgentRuntime::for_agents(std::slice::from_ref(&agent), &Hosting::default())?);
    let referee = Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::default() };
    let stop = Stop::default();
    let mut punctual = RunningAgent::new(&agent, &runtime, &stop);
    let mut other = RunningAgent::new(&opponent(wane), &runtime, &stop);
    let (mut played, mut longest) = (0, 0);
    while played < moves {
        let opening = AnyGame::new(Size::Eight);
        let game = referee.play(1, &opening, &mut punctual, &mut other, None);
        let game = game.context("it is never stopped")?;
        if let Some((colour, fault)) = &game.fault {
            let name = &game.record.player(*colour).name;
            bail!("with all processors busy, after {played} moves: {name}: {fault}");
        }
        let own = game.record.notes.iter().filter(|(ply, _)| *ply % 2 == 0);
        longest = own.filter_map(|(_, note)| note.time_ms).fold(longest, u64::max);
        played += game.record.notes.len().div_ceil(2);
    }
    println!(
        "with all processors busy, none of {played} moves that aimed at 200 of 400 ms was late; \
         the longest took {longest} ms"
    );
    Ok(())
}
