//! How much the opponent of an agent can compute while the agent tries to disturb it: `meter.py` counts loops for half
//! of its time and prints the count after each move, once against a quiet agent and once against the other.
//!
//! The processor of a virtual machine runs now at half of its speed and now at all of it, for seconds, so the two games
//! of a pair are short and follow each other, in turns the one and the other first. What counts is the median of the
//! pairs, which no pair can spoil; its interval says how sure it is. A median below the limit whose interval reaches it
//! is measured with more pairs, all of which count.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use wane_board::{AnyGame, Objective, Size};
use wane_match::{AgentProgram, AgentRuntime, Hosting, Referee, RunningAgent, Stop, Tolerance};

use super::hostile::Hostile;

/// The percentage of its loops that an opponent must still be able to do.
const LEAST: f64 = 95.0;

/// How often an agent is measured before the median decides alone.
const ROUNDS: usize = 3;

/// Measures all agents that want to disturb their opponents.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn run(agents: &[Hostile], folder: &Path, pairs: usize) -> Result<()> {
    let meter = Hostile::named(folder, "meter")?;
    let quiet = Hostile::named(folder, "honest")?;
    let runtime =
        Arc::new(AgentRuntime::for_agents(&[meter.clone(), quiet.clone()], &Hosting::default())?);
    for hostile in agents.iter().filter(|hostile| hostile.burns) {
        let mut ratios = Vec::new();
        let [low, median, high] = loop {
            for pair in 0..pairs {
                let mut loops = [0.0; 2];
                for index in if pair % 2 == 0 { [0, 1] } else { [1, 0] } {
                    loops[index] = self::loops(&meter, [&quiet, &hostile.agent][index], &runtime)?;
                }
                ratios.push(loops[1] / loops[0]);
            }
            ratios.sort_by(f64::total_cmp);
            let found = interval(ratios.len()).map(|rank| ratios[rank] * 100.0);
            let is_open = found[1] < LEAST && found[2] >= LEAST;
            if !is_open || ratios.len() >= ROUNDS * pairs {
                break found;
            }
        };
        let name = &hostile.agent.name;
        println!("the opponent of {name} does {median:.1} % of its loops ({low:.1} to {high:.1})");
        ensure!(median >= LEAST, "{name} disturbs its opponent");
    }
    Ok(())
}

/// The ranks of a median and of the ends of its 95 % interval in a sorted list of this length: the count of those below
/// the true median is binomial.
fn interval(length: usize) -> [usize; 3] {
    // 1.96 standard deviations of half a square root each.
    let (middle, margin) = (length / 2, length.isqrt());
    [middle.saturating_sub(margin), middle, (middle + margin).min(length - 1)]
}

/// The loops of the meter for a move, on average over a short game.
fn loops(meter: &AgentProgram, other: &AgentProgram, runtime: &Arc<AgentRuntime>) -> Result<f64> {
    let referee = Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::default() };
    let stop = Stop::default();
    let mut meter = RunningAgent::new(meter, runtime, &stop);
    let mut other = RunningAgent::new(other, runtime, &stop);
    let opening = AnyGame::new(Size::Four);
    // The other moves first, and has begun whatever it does.
    let game = referee.play(1, &opening, &mut other, &mut meter, None);
    let game = game.context("it is never stopped")?;
    let [_, log] = &game.logs;
    let counts = log.lines().filter_map(|line| line.strip_prefix("loops ")?.parse::<f64>().ok());
    let (sum, moves) = counts.fold((0.0, 0.0), |(sum, moves), count| (sum + count, moves + 1.0));
    ensure!(sum > 0.0, "the meter has counted nothing: {:?}", game.fault);
    Ok(sum / moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_median_is_around_it() {
        assert_eq!(interval(1), [0, 0, 0]);
        assert_eq!(interval(9), [1, 4, 7]);
        assert_eq!(interval(100), [40, 50, 60]);
    }
}
