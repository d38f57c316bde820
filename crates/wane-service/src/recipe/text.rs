//! The written form of a recipe, as TOML has it. The names of its fields are the keys of the file.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use toml::Spanned;

/// A recipe: how an agent values positions and how it looks ahead.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecipeText {
    /// The name that tables of results show.
    #[serde(default)]
    pub(super) name: String,
    /// How the features of a stage become a value; by default their weighted sum.
    #[serde(default)]
    pub(super) scale: ScaleText,
    /// How one stage follows another; by default at once.
    #[serde(default)]
    pub(super) change: ChangeText,
    /// Tables of square weights, by name.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, TableText>"))]
    pub(super) tables: BTreeMap<String, Spanned<TableText>>,
    /// The stages of the game, in their order. The first has no `from`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<StageText>"))]
    pub(super) stage: Vec<Spanned<StageText>>,
    /// How the agent looks ahead.
    #[cfg_attr(feature = "schema", schemars(with = "SearchText"))]
    pub(super) search: Spanned<SearchText>,
}

/// How the features of a stage become a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum ScaleText {
    /// Their weighted sum.
    #[default]
    Sum,
    /// Each as a share of its greatest value, and their weighted average.
    Shares,
}

/// How one stage follows another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum ChangeText {
    /// At once, in every position.
    #[default]
    Hard,
    /// At once, by the position from which the search starts.
    AtRoot,
    /// Along a sigmoid curve of this width, in discs.
    Sigmoid(u32),
}

/// When a stage or a depth begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum ConditionText {
    /// With this many discs or more.
    Discs(u32),
    /// With this many empty squares or fewer.
    Empties(u32),
    /// With no more empty squares than discs.
    HalfFull,
    /// When a disc is on the edge.
    EdgeTaken,
    /// When one side has this many corners.
    Corners(u32),
}

/// A stage of the game: the features that count, each as a weight or as `{ weight, sides, table }`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct StageText {
    /// When the stage begins.
    pub(super) from: Option<ConditionText>,
    /// `won`: a position is worth a win if the agent has fewer discs, and a loss otherwise. No features then.
    pub(super) value: Option<WonText>,
    /// The weights of the squares of discs; needs a table.
    pub(super) squares: Option<TermText>,
    /// Legal moves.
    pub(super) mobility: Option<TermText>,
    /// The weights of the squares of legal moves; needs a table.
    pub(super) weighted_mobility: Option<TermText>,
    /// Empty squares next to discs of the other side.
    pub(super) potential_mobility: Option<TermText>,
    /// Discs next to an empty square.
    pub(super) frontier: Option<TermText>,
    /// Discs that can never be flipped.
    pub(super) stability: Option<TermText>,
    /// Discs that are connected to a corner.
    pub(super) corner_stability: Option<TermText>,
    /// Discs that are connected to a corner along the edge.
    pub(super) edge_stability: Option<TermText>,
    /// Discs on the edge.
    pub(super) edge: Option<TermText>,
    /// Corners.
    pub(super) corners: Option<TermText>,
    /// Discs.
    pub(super) discs: Option<TermText>,
    /// 1 for the side that makes the last move if no side passes.
    pub(super) parity: Option<TermText>,
}

/// A position is won or lost.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum WonText {
    /// By the number of discs.
    Won,
}

/// Whose feature counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum SidesText {
    /// That of the agent minus that of its opponent.
    #[default]
    Difference,
    /// That of the agent.
    Own,
    /// That of its opponent.
    Opponent,
    /// That of White minus that of Black, whichever the agent plays.
    White,
}

/// A weight, or a weight with more.
#[derive(Debug)]
pub(super) struct TermText {
    /// Where it is in the text.
    pub(super) span: Range<usize>,
    pub(super) weight: f64,
    pub(super) sides: SidesText,
    /// The name of a table.
    pub(super) table: Option<String>,
    /// The name of the table for quarters of the board whose corner is taken.
    pub(super) taken: Option<String>,
}

/// A term with everything that it may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LongTerm {
    /// The weight.
    weight: f64,
    /// Whose feature counts; by default the difference.
    #[serde(default)]
    sides: SidesText,
    /// The name of a table.
    table: Option<String>,
    /// Only for squares: the name of another table, for the quarters of the board whose corner is taken.
    taken: Option<String>,
}

/// The ten weights of the squares from the corner to the middle, four rows of four (the upper left quarter), or eight
/// rows of eight.
#[derive(Debug, PartialEq)]
pub(super) struct TableText(pub(super) Vec<f64>);

/// How the agent looks ahead.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SearchText {
    /// How the agent chooses.
    pub(super) method: MethodText,
    /// The depth of alpha-beta in plies, for the whole game.
    pub(super) depth: Option<u32>,
    /// Other depths for later parts of the game.
    #[serde(default)]
    pub(super) later: Vec<LaterText>,
    /// The order of moves; by default by row and column.
    #[serde(default)]
    pub(super) order: OrderText,
    /// The value of a finished game; by default its result.
    #[serde(default)]
    pub(super) end: EndText,
    /// What a position is worth in which a side must pass; by default as much as after the pass.
    #[serde(default)]
    pub(super) passes: PassesText,
    /// The last moves, which are searched to the end at once.
    pub(super) exact: Option<ExactText>,
    /// How much of the time for a move is used, in percent; by default 90.
    pub(super) time: Option<u32>,
}

/// How the agent chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum MethodText {
    /// Any legal move.
    Random,
    /// The move with the best value; any of several.
    Greedy,
    /// Alpha-beta, deeper and deeper up to its depth.
    AlphaBeta,
}

/// The depth of a later part of the game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct LaterText {
    /// When it begins.
    pub(super) from: ConditionText,
    /// The depth in plies; without one, to the end of the game.
    pub(super) depth: Option<u32>,
}

/// The order of moves in the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum OrderText {
    /// By row and column.
    #[default]
    Rows,
    /// By the number of the opponent's replies, the fewest first.
    Replies,
    /// By the value of the position after them.
    Value,
    /// By the weights of their squares in the table of this name, the highest first.
    Table(String),
}

/// The value of a finished game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum EndText {
    /// A win, a draw or a loss.
    #[default]
    Result,
    /// The score.
    Score,
    /// The difference of the discs on the board.
    Discs,
    /// The evaluation, as of any other position.
    Evaluation,
}

/// What a position is worth in which a side must pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum PassesText {
    /// As much as after the pass.
    #[default]
    Played,
    /// The side has lost, which the rules do not say.
    Lost,
}

/// An exact search of the last moves.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ExactText {
    /// With this many empty squares or fewer.
    pub(super) empties: u32,
    /// Whether only win, draw and loss count.
    #[serde(default)]
    pub(super) wld: bool,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TermText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TermText".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A weight, or a weight with more.",
            "anyOf": [{ "type": "number" }, generator.subschema_for::<LongTerm>()],
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TableText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TableText".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let rows = |side: u32| {
            let row = schemars::json_schema!({
                "type": "array", "items": { "type": "number" }, "minItems": side, "maxItems": side,
            });
            schemars::json_schema!({
                "type": "array", "items": row, "minItems": side, "maxItems": side,
            })
        };
        schemars::json_schema!({
            "description": "The ten weights of the squares from the corner to the middle, four rows of four (the \
                upper left quarter), or eight rows of eight.",
            "anyOf": [
                { "type": "array", "items": { "type": "number" }, "minItems": 10, "maxItems": 10 },
                rows(4),
                rows(8),
            ],
        })
    }
}

impl<'de> Deserialize<'de> for TermText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let placed = Spanned::<EitherTerm>::deserialize(deserializer)?;
        let span = placed.span();
        let EitherTerm(LongTerm { weight, sides, table, taken }) = placed.into_inner();
        Ok(Self { span, weight, sides, table, taken })
    }
}

/// A term from either form.
struct EitherTerm(LongTerm);

impl<'de> Deserialize<'de> for EitherTerm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = EitherTerm;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a weight such as 5 or -0.25, or { weight = 5, sides = \"own\", table = \"name\" }")
            }

            fn visit_f64<E: de::Error>(self, weight: f64) -> Result<EitherTerm, E> {
                let sides = SidesText::default();
                Ok(EitherTerm(LongTerm { weight, sides, table: None, taken: None }))
            }

            #[expect(clippy::cast_precision_loss, reason = "weights that large are refused")]
            fn visit_i64<E: de::Error>(self, weight: i64) -> Result<EitherTerm, E> {
                self.visit_f64(weight as f64)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<EitherTerm, A::Error> {
                LongTerm::deserialize(de::value::MapAccessDeserializer::new(map)).map(EitherTerm)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for TableText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;
        impl<'de> Visitor<'de> for Rows {
            type Value = TableText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("10 numbers, 4 rows of 4 numbers, or 8 rows of 8 numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<TableText, A::Error> {
                let mut numbers = Vec::new();
                let mut lengths = Vec::new();
                while let Some(row) = rows.next_element::<RowText>()? {
                    lengths.push(row.0.len());
                    numbers.extend(row.0);
                    if numbers.len() > 64 {
                        break;
                    }
                }
                let is_square = |side: usize| lengths == vec![side; side];
                if lengths == [1; 10] || is_square(4) || is_square(8) {
                    Ok(TableText(numbers))
                } else {
                    Err(de::Error::invalid_length(numbers.len(), &self))
                }
            }
        }
        deserializer.deserialize_seq(Rows)
    }
}

/// A number, or a row of numbers.
struct RowText(Vec<f64>);

impl<'de> Deserialize<'de> for RowText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Row;
        impl<'de> Visitor<'de> for Row {
            type Value = RowText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a row of numbers")
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<RowText, E> {
                Ok(RowText(vec![number]))
            }

            #[expect(clippy::cast_precision_loss, reason = "weights that large are refused")]
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<RowText, E> {
                self.visit_f64(number as f64)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<RowText, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = row.next_element::<f64>()? {
                    numbers.push(number);
                    if numbers.len() > 8 {
                        break;
                    }
                }
                // One number in brackets is no number.
                if numbers.len() == 1 {
                    Err(de::Error::invalid_length(1, &self))
                } else {
                    Ok(RowText(numbers))
                }
            }
        }
        deserializer.deserialize_any(Row)
    }
}
