//! The shapes of what `--json` prints: which command prints which types, as JSON schemas in docs/schemas. To write
//! them anew: `UPDATE=1 cargo nextest run -p wane-cli schemas`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};
use wane_service::message::VERSION;
use wane_testkit::generated;

use crate::cmd::{
    agent, analyze, ask, bench, check, completions, convert, eval_report, farm, gate, lab, label,
    moves, new, perft, probcut, rank, recipe, self_test, selfplay, serve, show, solve, train, tune,
    version,
};
use crate::commands;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schemas");

type Shape = fn(&mut SchemaGenerator) -> Value;

/// The objects that each command prints, in their order.
fn printed() -> Vec<(&'static str, Vec<Shape>)> {
    vec![
        ("agent", vec![shape::<agent::Agents>]),
        (
            "analyze",
            vec![
                shape::<analyze::position::DepthText>,
                shape::<analyze::position::PositionSummary>,
                shape::<analyze::game::MoveText>,
                shape::<analyze::game::GameSummary>,
            ],
        ),
        ("ask", vec![shape::<ask::AskedText>]),
        ("bench", vec![shape::<bench::Signature>, shape::<bench::Reached>]),
        (
            "check",
            vec![
                shape::<check::ResultText<'static>>,
                shape::<check::AgentText>,
                shape::<check::evidence::AnswerText>,
            ],
        ),
        ("climb", vec![shape::<wane_lab::climb::GenerationManifest>]),
        ("completions", vec![shape::<completions::Completions<'static>>]),
        ("convert", vec![shape::<convert::Converted<'static>>]),
        ("eval-report", vec![shape::<eval_report::ErrorRow<'static>>]),
        (
            "farm",
            vec![
                shape::<farm::BuildText>,
                shape::<farm::FarmUp>,
                shape::<farm::FarmStatusText>,
                shape::<farm::MemberText>,
                shape::<farm::ParkedText>,
                shape::<farm::ResidualsText>,
            ],
        ),
        ("gate", vec![shape::<gate::GateText>]),
        (
            "lab",
            vec![
                shape::<lab::ListedExperiment>,
                shape::<wane_lab::experiment::run::ExperimentResult>,
                shape::<lab::WrittenReport>,
            ],
        ),
        ("label", vec![shape::<label::Labelled>]),
        ("match", vec![shape::<wane_match::PairingSummary>]),
        ("moves", vec![shape::<moves::LegalMoves>]),
        ("new", vec![shape::<new::NewFile>]),
        ("perft", vec![shape::<perft::Leaves>]),
        ("probcut", vec![shape::<probcut::Fit>, shape::<probcut::FitSummary>]),
        ("rank", vec![shape::<rank::Ranked>]),
        (
            "recipe",
            vec![
                shape::<new::NewFile>,
                shape::<recipe::CheckedRecipe>,
                shape::<recipe::ShownRecipe>,
                shape::<recipe::explain::Explained>,
                shape::<recipe::ExportedRecipe>,
                shape::<recipe::RecipeSchema>,
            ],
        ),
        ("report", vec![shape::<wane_match::Standings>]),
        ("self-test", vec![shape::<self_test::TestResult>]),
        ("selfplay", vec![shape::<selfplay::GamesPlayed>]),
        ("serve", vec![shape::<serve::Listening>]),
        ("show", vec![shape::<show::Shown>]),
        ("solve", vec![shape::<solve::SolvedText>, shape::<solve::SolveSummary>]),
        (
            "train",
            vec![
                shape::<train::Beginning>,
                shape::<train::EpochErrors>,
                shape::<wane_lab::train::Manifest>,
            ],
        ),
        ("tune", vec![shape::<tune::Tuned>]),
        ("version", vec![shape::<version::Version>]),
    ]
}

/// An object with the version that [`crate::output::Output::json`] adds.
fn shape<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    let mut schema = T::json_schema(generator).to_value();
    schema["properties"]["v"] =
        json!({ "const": VERSION, "description": "The version of all that `--json` prints." });
    let required = schema["required"].as_array_mut().expect("every object has a required key");
    required.insert(0, "v".into());
    schema
}

fn schema(name: &str, shapes: &[Shape]) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let objects: Vec<Value> = shapes.iter().map(|shape| shape(&mut generator)).collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("wane {name} --json"),
        "description": "Each line is one of these objects.",
        "anyOf": objects,
    });
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema["$defs"] = definitions.into();
    }
    schema
}

#[test]
fn the_schemas_are_what_the_types_say() {
    let mut files = BTreeSet::new();
    for (name, shapes) in printed() {
        let path = Path::new(FOLDER).join(format!("{name}.json"));
        generated::compare(path, &format!("{:#}\n", schema(name, &shapes)));
        files.insert(format!("{name}.json"));
    }
    let present = fs::read_dir(FOLDER).unwrap();
    let present: BTreeSet<String> =
        present.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(present, files);
}

#[test]
fn every_command_that_prints_json_has_a_schema() {
    let pages = commands::pages().filter(|page| page.instead_of_json.is_none());
    let print_json: BTreeSet<&str> = pages.map(|page| page.name).collect();
    let printed = printed().into_iter().map(|(name, _)| name);
    assert_eq!(printed.collect::<BTreeSet<_>>(), print_json);
}
