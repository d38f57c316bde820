//! What a position looks like to a player, and why a move is worse than another: features that can be seen on the
//! board, without a search. The lines that are compared come from one.

use serde::{Serialize, Serializer};
use wane_board::{AnyGame, AnyPosition, Bitboard, Colour, Move, Objective, Square, with_size};

/// What one side has on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideInsight {
    /// Discs that can never be turned over; not all of them are known.
    #[serde(serialize_with = "names")]
    #[cfg_attr(test, ts(type = "Array<string>"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub stable: Bitboard,
    /// Discs next to an empty square.
    #[serde(serialize_with = "names")]
    #[cfg_attr(test, ts(type = "Array<string>"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub frontier: Bitboard,
    /// Where the side could play if it were its turn.
    #[serde(serialize_with = "names")]
    #[cfg_attr(test, ts(type = "Array<string>"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub moves: Bitboard,
}

/// A move that leaves the opponent no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcingMove {
    /// The move.
    #[serde(serialize_with = "name")]
    #[cfg_attr(test, ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub square: Square,
    /// The only reply; nothing if the opponent must pass.
    #[serde(serialize_with = "optional_name")]
    #[cfg_attr(test, ts(type = "string | null"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub reply: Option<Square>,
}

/// The features of one side.
#[must_use]
pub fn insight(position: &AnyPosition, side: Colour) -> SideInsight {
    let position = seen_by(position, side);
    let (stable, _) = with_size!(position.board(), board => board.stable_discs());
    let (own, other) = (position.discs(side), position.discs(!side));
    let empty = position.size().squares() & !(own | other);
    let frontier = own.into_iter().filter(|square| !(neighbours(*square) & empty).is_empty());
    SideInsight { stable, frontier: frontier.collect(), moves: position.legal_moves() }
}

/// The moves of the side to move that leave the opponent one reply or none, if the game is not over then.
#[must_use]
pub fn forcing_moves(position: &AnyPosition) -> Vec<ForcingMove> {
    let forcing = |square| {
        let after = after(position, &[Move::Place(square)])?.position();
        let replies = after.legal_moves();
        let is_forcing = replies.len() == 1 || (replies.is_empty() && !after.is_game_over());
        is_forcing.then(|| ForcingMove { square, reply: replies.into_iter().next() })
    };
    position.legal_moves().into_iter().filter_map(forcing).collect()
}

/// Why one move is worse than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reason {
    /// It takes a corner, and the disc there stays for good.
    Corner {
        /// The corner.
        #[serde(serialize_with = "name")]
        #[cfg_attr(test, ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        square: Square,
    },
    /// It lets the opponent take a corner.
    GivesCorner {
        /// The corner.
        #[serde(serialize_with = "name")]
        #[cfg_attr(test, ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        square: Square,
    },
    /// The opponent must pass, and places no disc.
    GivesPass,
    /// After the reply there is only one move left.
    Forced {
        /// The opponent's reply.
        #[serde(serialize_with = "name")]
        #[cfg_attr(test, ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        reply: Square,
        /// The only move.
        #[serde(serialize_with = "name")]
        #[cfg_attr(test, ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        square: Square,
        /// The discs that it turns over.
        flips: u32,
    },
    /// After the reply every move turns over many discs.
    MustFlip {
        /// The opponent's reply.
        #[serde(serialize_with = "name")]
        #[cfg_attr(test, ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        reply: Square,
        /// The fewest discs that a move turns over.
        least: u32,
        /// The same after the better move.
        better: u32,
    },
    /// The line ends with another number of discs that can never be turned over.
    Stable {
        /// After the move.
        discs: u32,
        /// After the better move.
        better: u32,
    },
    /// The opponent has more replies to choose from.
    Freedom {
        /// After the move.
        replies: u32,
        /// After the better move.
        better: u32,
    },
    /// After the reply there are fewer moves to choose from.
    FewMoves {
        /// After the move.
        moves: u32,
        /// After the better move.
        better: u32,
    },
    /// Nothing of this: the difference shows only later.
    Later,
}

/// How many more discs count as a reason.
const MORE_DISCS: u32 = 2;

/// How many more moves count as a reason.
const MORE_MOVES: u32 = 3;

/// The plies of a line that are looked at.
const PLIES: usize = 6;

/// Why the first move of `played` is worse than that of `better`: both are lines of play from the position, with the
/// best replies. The most telling reason comes first.
#[must_use]
pub fn reasons(
    position: &AnyPosition,
    objective: Objective,
    played: &[Move],
    better: &[Move],
) -> Vec<Reason> {
    let (Some(played), Some(better)) = (Line::of(position, played), Line::of(position, better))
    else {
        return Vec::new();
    };
    let mut reasons = match objective {
        Objective::FewestDiscs => fewest(&played, &better),
        Objective::MostDiscs => most(&played, &better),
    };
    if played.replies >= better.replies + MORE_MOVES {
        reasons.push(Reason::Freedom { replies: played.replies, better: better.replies });
    }
    if let (Some(one), Some(other)) = (played.second, better.second)
        && one.moves + MORE_MOVES <= other.moves
        && one.moves > 1
    {
        reasons.push(Reason::FewMoves { moves: one.moves, better: other.moves });
    }
    if reasons.is_empty() {
        reasons.push(Reason::Later);
    }
    reasons
}

fn fewest(played: &Line, better: &Line) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if is_corner(played.first, played.corners) && !is_corner(better.first, better.corners) {
        reasons.push(Reason::Corner { square: played.first });
    }
    if let Some(Second { reply, moves: 1, least, only: Some(square), .. }) = played.second {
        reasons.push(Reason::Forced { reply, square, flips: least });
    } else if let (Some(one), Some(other)) = (played.second, better.second)
        && one.moves > 0
        && one.least >= other.least + MORE_DISCS
    {
        let (least, better) = (one.least, other.least);
        reasons.push(Reason::MustFlip { reply: one.reply, least, better });
    }
    if played.replies == 0 && better.replies > 0 {
        reasons.push(Reason::GivesPass);
    }
    if played.stable >= better.stable + MORE_DISCS {
        reasons.push(Reason::Stable { discs: played.stable, better: better.stable });
    }
    reasons
}

fn most(played: &Line, better: &Line) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let gift = (played.reply_squares & played.corners & !better.reply_squares).into_iter().next();
    if let Some(square) = gift {
        reasons.push(Reason::GivesCorner { square });
    }
    if played.stable + MORE_DISCS <= better.stable {
        reasons.push(Reason::Stable { discs: played.stable, better: better.stable });
    }
    reasons
}

/// What a line shows to the side that begins it.
struct Line {
    first: Square,
    corners: Bitboard,
    /// The replies to the first move.
    reply_squares: Bitboard,
    replies: u32,
    /// What there is after the reply, if the line has one.
    second: Option<Second>,
    /// The stable discs at the end of the line.
    stable: u32,
}

/// The choice after the reply.
#[derive(Clone, Copy)]
struct Second {
    reply: Square,
    moves: u32,
    /// The fewest discs that a move turns over; 0 if there is no move.
    least: u32,
    /// The move, if there is only one.
    only: Option<Square>,
}

impl Line {
    /// `None` if the line does not begin with a legal move.
    fn of(position: &AnyPosition, moves: &[Move]) -> Option<Self> {
        let side = position.side();
        let Some(Move::Place(first)) = moves.first().copied() else { return None };
        let reply_squares = after(position, &moves[..1])?.position().legal_moves();
        let second = match moves.get(1) {
            Some(Move::Place(reply)) => Second::of(position, &moves[..2], *reply),
            _ => None,
        };
        let end = longest(position, &moves[..moves.len().min(PLIES)]);
        Some(Self {
            first,
            corners: corners(position),
            reply_squares,
            replies: reply_squares.len(),
            second,
            stable: insight(&end, side).stable.len(),
        })
    }
}

impl Second {
    fn of(position: &AnyPosition, moves: &[Move], reply: Square) -> Option<Self> {
        let there = after(position, moves)?.position();
        let squares = there.legal_moves();
        let flips = squares.into_iter().map(|square| there.flips(square).len());
        Some(Self {
            reply,
            moves: squares.len(),
            least: flips.min().unwrap_or(0),
            only: squares.into_iter().next().filter(|_| squares.len() == 1),
        })
    }
}

/// The game after moves; `None` if one of them is illegal.
fn after(position: &AnyPosition, moves: &[Move]) -> Option<AnyGame> {
    let mut game = AnyGame::from_position(*position);
    for mv in moves {
        match mv {
            Move::Place(square) => game.play(*square).ok()?,
            Move::Pass => game.pass().ok()?,
        }
    }
    Some(game)
}

/// The position after as many of the moves as are legal.
fn longest(position: &AnyPosition, moves: &[Move]) -> AnyPosition {
    let legal = (0..=moves.len()).rev().find_map(|count| after(position, &moves[..count]));
    legal.map_or(*position, |game| game.position())
}

/// The same discs with this side to move.
fn seen_by(position: &AnyPosition, side: Colour) -> AnyPosition {
    if position.side() == side {
        return *position;
    }
    let board = with_size!(BySize: position.board(), board => board.passed());
    AnyPosition::new(board, side)
}

fn corners(position: &AnyPosition) -> Bitboard {
    let last = u8::try_from(position.size().rows() - 1).expect("at most 8 rows");
    let squares = [(0, 0), (last, 0), (0, last), (last, last)];
    squares.into_iter().filter_map(|(column, row)| Square::at(column, row)).collect()
}

fn is_corner(square: Square, corners: Bitboard) -> bool {
    corners.contains(square)
}

/// The squares around a square.
fn neighbours(square: Square) -> Bitboard {
    let around = |at: u8| at.saturating_sub(1)..=at + 1;
    let squares = around(square.column())
        .flat_map(|column| around(square.row()).map(move |row| Square::at(column, row)));
    squares.flatten().filter(|other| *other != square).collect()
}

/// A square by its name.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference to the field")]
fn name<S: Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(square)
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference to the field"
)]
fn optional_name<S: Serializer>(square: &Option<Square>, to: S) -> Result<S::Ok, S::Error> {
    square.map(|square| square.to_string()).serialize(to)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference to the field")]
fn names<S: Serializer>(squares: &Bitboard, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares.into_iter().map(|square| square.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wane_formats::{board_text, transcript};

    fn position(text: &str) -> AnyPosition {
        board_text::parse(text).unwrap()
    }

    fn squares(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    fn line(moves: &str) -> Vec<Move> {
        moves.split_whitespace().map(|word| transcript::parse_move(word).unwrap()).collect()
    }

    #[test]
    fn both_sides_have_their_stable_discs_frontier_and_moves() {
        let position = position("XX-- -OX- -XO- ---- X");
        let black = insight(&position, Colour::Black);
        assert_eq!(black.stable, squares("a1 b1"));
        assert_eq!(black.frontier, squares("a1 b1 c2 b3"));
        assert_eq!(black.moves, position.legal_moves());
        let white = insight(&position, Colour::White);
        assert_eq!(white.stable, Bitboard::EMPTY);
        assert_eq!(white.frontier, squares("b2 c3"));
        assert!(!white.moves.is_empty() && white.moves != black.moves);
    }

    #[test]
    fn a_forcing_move_leaves_one_reply_or_none() {
        let position = position("---- -OX- -XO- ---- X");
        for ForcingMove { square, reply } in forcing_moves(&position) {
            let after = after(&position, &[Move::Place(square)]).unwrap().position();
            assert_eq!(after.legal_moves().into_iter().next(), reply);
            assert!(after.legal_moves().len() <= 1);
        }
    }

    #[test]
    fn a_corner_is_a_reason_in_the_reversed_game() {
        let position = position("-OX- -XX- -XO- ---- X");
        let corner = reasons(&position, Objective::FewestDiscs, &line("a1"), &line("d4"));
        let is_corner = |reason: &Reason| matches!(reason, Reason::Corner { .. });
        assert!(!corner.iter().any(is_corner), "d4 is a corner, too");
        let corner = reasons(&position, Objective::FewestDiscs, &line("a1"), &line("d3"));
        assert_eq!(corner[0], Reason::Corner { square: "a1".parse().unwrap() });
    }

    #[test]
    fn lines_that_are_not_legal_give_no_reason() {
        let position = position("---- -OX- -XO- ---- X");
        assert!(reasons(&position, Objective::FewestDiscs, &line("a1"), &line("b1")).is_empty());
        assert!(reasons(&position, Objective::FewestDiscs, &[], &line("b1")).is_empty());
        assert!(reasons(&position, Objective::MostDiscs, &line("pass"), &line("b1")).is_empty());
    }
}
