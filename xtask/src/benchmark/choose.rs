//! Positions of games that no training run plays.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use wane_board::{Board, Objective};
use wane_lab::selfplay::{Selfplay, SelfplaySettings};
use wane_search::Control;
use wane_testkit::Rng;

/// The number of late positions with 12 empty squares, with 13 and so on. Positions that take longer to
/// solve are fewer. 5,000 in all.
const LATE: [usize; 13] = [740, 730, 710, 690, 650, 590, 480, 240, 100, 40, 18, 8, 4];
/// The number of early positions for each number of empty squares from 26 to 50.
const EARLY: usize = 8;

/// The number of the first game. `wane selfplay` begins with game 0 and never reaches this number.
const FIRST_GAME: u64 = 1 << 48;

const SETTINGS: SelfplaySettings = SelfplaySettings {
    objective: Objective::FewestDiscs,
    depth: 4,
    selectivity: 0,
    exact_from: 11,
    opening: (6, 20),
    stray: 30,
    seed: 20_261_115,
};

/// How many positions are still wanted, by the number of empty squares.
type Wanted = BTreeMap<u32, usize>;

/// Late and early positions, the fewest empty squares first. A game provides at most one of each.
pub(super) fn choose() -> Result<[Vec<Board<8>>; 2]> {
    let late = (12..).zip(LATE).collect();
    let early = (26..=50).map(|empties| (empties, EARLY)).collect();
    let mut wanted: [Wanted; 2] = [late, early];
    let mut chosen = [Vec::new(), Vec::new()];
    let mut seen = BTreeSet::new();
    let selfplay = Selfplay::new(SETTINGS, None);
    for number in FIRST_GAME.. {
        if wanted.iter().all(|wanted| wanted.values().all(|&left| left == 0)) {
            break;
        }
        let records =
            selfplay.game(number, &Control::new())?.context("the control never stops a game")?;
        let boards: Vec<Board<8>> = records.iter().map(|record| record.board).collect();
        let mut rng = Rng::new(number);
        for (wanted, chosen) in wanted.iter_mut().zip(&mut chosen) {
            if let Some(board) = pick(&boards, wanted, &mut rng)
                && seen.insert(board.canonical().0)
            {
                *wanted.entry(board.empties().len()).or_default() -= 1;
                chosen.push(board);
            }
        }
    }
    for chosen in &mut chosen {
        chosen.sort_by_key(|board| board.empties().len());
    }
    Ok(chosen)
}

/// Picks a wanted board at random. The more boards with its number of empty squares are still wanted, the
/// likelier it is, so that all numbers are complete at about the same time and come from the same games.
fn pick(boards: &[Board<8>], wanted: &Wanted, rng: &mut Rng) -> Option<Board<8>> {
    let weight = |board: &Board<8>| wanted.get(&board.empties().len()).copied().unwrap_or(0);
    let total = u32::try_from(boards.iter().map(weight).sum::<usize>()).ok()?;
    if total == 0 {
        return None;
    }
    let mut ticket = rng.below(total) as usize;
    boards.iter().copied().find(|board| {
        let weight = weight(board);
        let is_picked = ticket < weight;
        ticket = ticket.saturating_sub(weight);
        is_picked
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_five_thousand_late_positions_and_two_hundred_early_ones() {
        assert_eq!(LATE.iter().sum::<usize>(), 5000);
        assert_eq!((26..=50).count() * EARLY, 200);
    }

    #[test]
    fn boards_are_picked_in_proportion_to_the_number_still_wanted() {
        let mut board = Board::START;
        let boards = [(); 3].map(|()| {
            let square = board.legal_moves().into_iter().next().unwrap();
            board.play(square).unwrap();
            board
        });
        let wanted = Wanted::from([(59, 1), (58, 3)]);
        let mut rng = Rng::new(1);
        let mut counts = BTreeMap::<u32, u32>::new();
        for _ in 0..4000 {
            let empties = pick(&boards, &wanted, &mut rng).unwrap().empties().len();
            *counts.entry(empties).or_default() += 1;
        }
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [58, 59]);
        assert!((2800..3200).contains(&counts[&58]), "{counts:?}");
        assert!(pick(&boards, &Wanted::from([(59, 0), (12, 5)]), &mut rng).is_none());
    }
}
