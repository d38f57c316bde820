//! Where the games of a match begin.

use anyhow::{Result, bail};
use wane_board::AnyGame;
use wane_formats::{Context, transcript};
use wane_match::Openings;

use crate::input;

/// The word for random openings.
const RANDOM: &str = "random";

/// The openings of a text or a file, `count` random ones, or by default the balanced ones where there are any; in an
/// order that the seed gives.
pub(crate) fn read(
    given: Option<&str>,
    count: usize,
    seed: u64,
    context: Context,
) -> Result<Openings> {
    Ok(match given {
        None => Openings::usual(context.size, context.objective, count, seed),
        Some(RANDOM) => Openings::random(context.size, count, seed),
        Some(given) => {
            let games = given_games(given, context)?;
            let name = format!("{} given", games.len());
            Openings::shuffled(games, &name, seed)
        }
    })
}

fn given_games(given: &str, context: Context) -> Result<Vec<AnyGame>> {
    let records = input::read(given, None, context)?.into_games();
    let games: Vec<AnyGame> = records.into_iter().map(|record| record.game).collect();
    let over = games.iter().position(|game| game.position().is_game_over());
    if let Some(index) = over {
        bail!("opening {} is over: {}", index + 1, transcript::write(&games[index]));
    }
    if let Some(other) = games.iter().find(|game| game.size() != context.size) {
        bail!("an opening is on {0}x{0}: say --size {0}", other.size());
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use wane_board::{Objective, Size};
    use wane_match::{balanced_openings, random_openings};

    use super::*;

    const REVERSED: Context = Context { size: Size::Eight, objective: Objective::FewestDiscs };

    fn sorted(openings: &Openings) -> Vec<String> {
        let mut texts: Vec<String> = openings.games.iter().map(transcript::write).collect();
        texts.sort();
        texts
    }

    #[test]
    fn the_reversed_game_on_8x8_begins_balanced_in_the_order_of_the_seed() {
        let openings = |seed| read(None, 10, seed, REVERSED).unwrap();
        let (one, other) = (openings(1), openings(2));
        let start = format!("balanced, {} of 8 moves, ", balanced_openings().len());
        assert!(one.name.starts_with(&start), "{}", one.name);
        assert_eq!(one.name, other.name);
        assert_ne!(one.games, other.games);
        assert_eq!(sorted(&one), sorted(&other));
        assert_eq!(one.games, openings(1).games);
    }

    #[test]
    fn other_games_begin_at_random_and_so_does_this_one_if_asked_to() {
        let normal = Context { objective: Objective::MostDiscs, ..REVERSED };
        let small = Context { size: Size::Six, ..REVERSED };
        for (given, context) in [(None, normal), (None, small), (Some("random"), REVERSED)] {
            let openings = read(given, 10, 1, context).unwrap();
            assert_eq!(openings.name, "random, 8 moves");
            assert_eq!(openings.games, random_openings(context.size, 8, 10, 1));
        }
    }

    #[test]
    fn games_and_positions_are_taken_in_the_formats_that_others_use() {
        let texts = |given| {
            let openings = read(Some(given), 10, 1, REVERSED).unwrap();
            (sorted(&openings), openings)
        };
        let (games, openings) = texts("f5d6c3\nf5f6e6f4\n");
        assert_eq!(games, ["f5d6c3", "f5f6e6f4"]);
        assert!(openings.name.starts_with("2 given, "), "{}", openings.name);

        let obf = "---------------------------OX------XO--------------------------- X;\n\
                   -------------------X-------XX------XO--------------------------- O;\n";
        let (_, openings) = texts(obf);
        let moves = |game: &AnyGame| game.position().legal_moves().to_string();
        let mut moves: Vec<String> = openings.games.iter().map(moves).collect();
        moves.sort();
        assert_eq!(moves, ["c3 e3 c5", "d3 c4 f5 e6"]);

        let (games, openings) = texts("start");
        assert_eq!((games.len(), openings.games[0].history().len()), (1, 0));
    }

    #[test]
    fn an_opening_that_is_over_or_on_another_board_is_refused_with_what_to_do() {
        let error = |given: &str| read(Some(given), 10, 1, REVERSED).unwrap_err().to_string();
        let over = "e6f4e3f6g5d6e7f5c5";
        assert_eq!(error(&format!("f5d6\n{over}\n")), format!("opening 2 is over: {over}"));
        let small = "-----OX--XO----- X;\n";
        assert_eq!(error(small), "an opening is on 4x4: say --size 4");
    }
}
