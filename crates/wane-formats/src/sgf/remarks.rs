//! The moves of a tree, with comments and variations.

use wane_board::{AnyGame, Colour, Move, Played, Size};

use super::lexer::{Node, PropertyValue, Sequence};
use super::{Rows, SgfError, SgfErrorKind, escaped, read_move};
use crate::at::beginning;
use crate::record::GameRecord;
use crate::replay::replay;
use crate::variation::{Remarks, Variation};
use crate::{At, Comment};

/// What comes before a line: a pass that the text omits is no move of the text.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    plies: usize,
    moves: usize,
}

/// Reads the lines of a tree.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) size: Size,
    pub(super) rows: Rows,
}

impl Reader<'_> {
    /// Plays the main line of a sequence on a game, and reads what is said about it. The line begins after some plies,
    /// and after some moves of the text.
    pub(super) fn read(
        &self,
        game: &mut AnyGame,
        before: Before,
        sequence: &Sequence,
    ) -> Result<Remarks, SgfError> {
        let mut remarks = Remarks::default();
        let (mut sequence, mut moves) = (sequence, before.moves);
        loop {
            for node in &sequence.nodes {
                moves += self.read_node(game, moves, node)?;
                if let Some(comment) = comment_of(node) {
                    remarks.comments.insert(before.plies + game.history().len(), comment);
                }
            }
            let Some((main, others)) = sequence.next.split_first() else { return Ok(remarks) };
            let (ply, position) = (before.plies + game.history().len(), game.position());
            for other in others {
                let mut game = AnyGame::from_position(position);
                let before = Before { plies: ply, moves };
                let mut remarks_there = self.read(&mut game, before, other)?;
                // That position belongs to the line before.
                remarks_there.comments.remove(&ply);
                // A variation that branches at once is several.
                let (siblings, variations): (Vec<_>, Vec<_>) =
                    remarks_there.variations.into_iter().partition(|other| other.ply == ply);
                remarks_there.variations = variations;
                // A variation without a move says nothing.
                if !game.history().is_empty() {
                    remarks.variations.push(Variation { ply, game, remarks: remarks_there });
                }
                remarks.variations.extend(siblings);
            }
            sequence = main;
        }
    }

    /// Plays the moves of a node; their number.
    fn read_node(&self, game: &mut AnyGame, before: usize, node: &Node) -> Result<usize, SgfError> {
        let mut number = before;
        for property in &node.properties {
            let side = match property.name.as_str() {
                "B" => Colour::Black,
                "W" => Colour::White,
                _ => continue,
            };
            let PropertyValue { text: value, offset } = &property.values[0];
            let error = |kind| SgfError { at: At::offset(self.text, *offset), kind };
            number += 1;
            let mv = read_move(value, self.size, self.rows)
                .ok_or_else(|| error(SgfErrorKind::NotAMove { number, value: beginning(value) }))?;
            replay(game, number, mv, Some(side)).map_err(|why| error(SgfErrorKind::Replay(why)))?;
        }
        Ok(number - before)
    }
}

/// What a node says about its position.
fn comment_of(node: &Node) -> Option<Comment> {
    let property = node.properties.iter().find(|property| property.name == "C")?;
    Some(Comment::new(&property.values[0].text)).filter(|comment| !comment.is_empty())
}

/// Writes the comment on the start position, which belongs to the first node, and the tree of the moves.
pub(super) fn write(text: &mut String, record: &GameRecord) {
    write_comment(text, &record.remarks, 0);
    write_line(text, record.game.history(), 0, &record.remarks, None);
}

/// Writes moves that begin after `ply` plies. The variations at `written` are written elsewhere.
fn write_line(
    text: &mut String,
    moves: &[Played],
    ply: usize,
    remarks: &Remarks,
    written: Option<usize>,
) {
    for (index, played) in moves.iter().enumerate() {
        let here = ply + index;
        if written != Some(here) && remarks.variations_at(here).next().is_some() {
            text.push('(');
            write_line(text, &moves[index..], here, remarks, Some(here));
            text.push(')');
            for Variation { ply, game, remarks } in remarks.variations_at(here) {
                text.push('(');
                write_line(text, game.history(), *ply, remarks, None);
                text.push(')');
            }
            return;
        }
        let letter = if played.side == Colour::Black { 'B' } else { 'W' };
        *text += &match played.mv {
            Move::Place(square) => format!(";{letter}[{square}]"),
            Move::Pass => format!(";{letter}[PA]"),
        };
        write_comment(text, remarks, here + 1);
    }
}

fn write_comment(text: &mut String, remarks: &Remarks, ply: usize) {
    if let Some(comment) = remarks.comments.get(&ply) {
        *text += &format!("C[{}]", escaped(comment.as_str()));
    }
}
