//! How much the opponent of an agent can compute while the agent tries to disturb it: `meter.py` counts loops for half
//! of its time and prints the count after each move, once against a quiet agent and once against the other.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use wane_board::{AnyGame, Objective, Size};
use wane_match::{AgentProgram, AgentRuntime, Referee, RunningAgent, Stop, Tolerance};

use super::hostile::Hostile;

/// The part of its loops that an opponent must still be able to do.
const LEAST: f64 = 0.95;

/// Measures all agents that want to disturb their opponents.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn run(agents: &[Hostile], folder: &Path, pairs: usize) -> Result<()> {
    let meter = Hostile::named(folder, "meter")?;
    let quiet = Hostile::named(folder, "honest")?;
    let runtime = Arc::new(AgentRuntime::for_agents(&[meter.clone(), quiet.clone()], false)?);
    for hostile in agents.iter().filter(|hostile| hostile.burns) {
        let (mut alone, mut disturbed) = (Vec::new(), Vec::new());
        // In turn, since the speed of a machine changes.
        for _ in 0..pairs {
            alone.extend(loops(&meter, &quiet, &runtime)?);
            disturbed.extend(loops(&meter, &hostile.agent, &runtime)?);
        }
        let ratio = median(&mut disturbed)? / median(&mut alone)?;
        let name = &hostile.agent.name;
        println!("the opponent of {name} does {:.1} % of its loops", ratio * 100.0);
        ensure!(ratio >= LEAST, "{name} disturbs its opponent");
    }
    Ok(())
}

/// The loops of the meter in each of its moves of a game.
fn loops(
    meter: &AgentProgram,
    other: &AgentProgram,
    runtime: &Arc<AgentRuntime>,
) -> Result<Vec<f64>> {
    let referee = Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::default() };
    let stop = Stop::default();
    let mut meter = RunningAgent::new(meter, runtime, &stop);
    let mut other = RunningAgent::new(other, runtime, &stop);
    let opening = AnyGame::new(Size::Eight);
    // The other moves first, and has begun whatever it does.
    let game = referee.play(1, &opening, &mut other, &mut meter, None);
    let game = game.context("it is never stopped")?;
    let [_, log] = &game.logs;
    Ok(log.lines().filter_map(|line| line.strip_prefix("loops ")?.parse().ok()).collect())
}

fn median(numbers: &mut [f64]) -> Result<f64> {
    ensure!(!numbers.is_empty(), "the meter has counted nothing");
    numbers.sort_by(f64::total_cmp);
    Ok(numbers[numbers.len() / 2])
}
