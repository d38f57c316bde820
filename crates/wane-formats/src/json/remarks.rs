//! Comments and variations in the native format.

use wane_board::AnyGame;

use super::{CommentText, JsonErrorKind, VariationText, read_moves, write_moves};
use crate::variation::{Remarks, Variation, position_after};

/// The remarks on the main line, or on a variation that begins after some plies; the position where it begins belongs to
/// another line. Variations nest as deep as JSON does.
pub(super) fn read(
    line: &AnyGame,
    begin: Option<usize>,
    comments: Vec<CommentText>,
    variations: &[VariationText],
) -> Result<Remarks, JsonErrorKind> {
    let moves = line.history().len();
    let (before, first) = (begin.unwrap_or(0), begin.map_or(0, |ply| ply + 1));
    let mut remarks = Remarks::default();
    for CommentText { ply, text } in comments {
        if ply < first || ply > before + moves {
            return Err(JsonErrorKind::Ply { ply, moves: before + moves });
        }
        if !text.is_empty() {
            remarks.comments.insert(ply, text);
        }
    }
    for VariationText { ply, moves: words, comments, variations } in variations {
        // The line must go on where a variation leaves it.
        if *ply < first || *ply >= before + moves {
            return Err(JsonErrorKind::Ply { ply: *ply, moves: before + moves });
        }
        let mut game = AnyGame::from_position(position_after(line, ply - before));
        read_moves(&mut game, *ply, words)?;
        if game.history().is_empty() {
            continue;
        }
        let remarks_there = read(&game, Some(*ply), comments.clone(), variations)?;
        remarks.variations.push(Variation { ply: *ply, game, remarks: remarks_there });
    }
    Ok(remarks)
}

pub(super) fn write_comments(remarks: &Remarks) -> Vec<CommentText> {
    let comments = remarks.comments.iter();
    comments.map(|(&ply, text)| CommentText { ply, text: text.clone() }).collect()
}

pub(super) fn write_variations(remarks: &Remarks) -> Vec<VariationText> {
    let write = |Variation { ply, game, remarks }: &Variation| VariationText {
        ply: *ply,
        moves: write_moves(game),
        comments: write_comments(remarks),
        variations: write_variations(remarks),
    };
    remarks.variations.iter().map(write).collect()
}
