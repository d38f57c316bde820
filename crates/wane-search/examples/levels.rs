//! Measures the levels: what their moves lose, and how they score against each other.
//!
//! ```text
//! cargo run --release -p wane-search --example levels -- 20
//! ```
//!
//! Each level plays itself from random openings; a third of its choices are checked by a search of
//! depth nine that solves the last fourteen squares. Then each level meets the one below
//! it, with every opening twice and colours swapped. The number is how many openings. The table is
//! in docs/levels.md.

#![expect(clippy::print_stdout, reason = "the table is the output")]
#![expect(clippy::cast_precision_loss, reason = "averages for people")]

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use wane_board::{Board, Move, Objective, Score, Square};
use wane_eval::{Value, Weights, shipped};
use wane_search::{Control, Engine, Level, Limits, Player, Question, Report};
use wane_testkit::{Rng, random_game};

const SEED: u64 = 20_261_115;
const OPENING: usize = 8;
/// One choice in three is checked.
const CHECKED_ONE_IN: u32 = 3;
const CHECK_DEPTH: u32 = 9;
const SOLVED_FROM: u32 = 14;
/// What the highest level may take for a move, since nothing else limits it.
const NODES: u64 = 300_000;

fn main() {
    let openings = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    println!("| level | aims at | loses | plays the best move | against the level below |");
    println!("|---|---|---|---|---|");
    for number in 1..=20 {
        let level = level(number);
        let all: Vec<f64> = each(openings, |opening| losses(level, opening)).concat();
        let loss = all.iter().sum::<f64>() / all.len() as f64;
        let best = all.iter().filter(|&&loss| loss < 0.005).count();
        let share = 100 * best / all.len();
        let points = if number > 1 {
            let pairs = each(openings, |opening| points(level, self::level(number - 1), opening));
            format!("{:.0} %", 100.0 * pairs.iter().sum::<f64>() / (2 * openings) as f64)
        } else {
            String::new()
        };
        let target = f64::from(level.loss().centidiscs()) / 100.0;
        println!("| {level} | {target:.2} | {loss:.2} | {share} % | {points} |");
    }
}

fn level(number: u32) -> Level {
    Level::try_from(number).expect("there is such a level")
}

/// Does the work for each opening, on two threads.
fn each<T: Send>(openings: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let opening = next.fetch_add(1, Relaxed);
                    if opening >= openings {
                        break;
                    }
                    let result = work(opening);
                    done.lock().expect("no thread panics").push(result);
                }
            });
        }
    });
    done.into_inner().expect("no thread panics")
}

fn opening(number: usize) -> Board<8> {
    random_game::<8>(&mut Rng::new(SEED + number as u64), OPENING).position().board
}

fn player(level: Level, seed: usize) -> Player {
    Player::new(engine(), level, seed as u64)
}

/// An engine as the program has it.
fn engine() -> Engine {
    static WEIGHTS: LazyLock<Arc<Weights>> =
        LazyLock::new(|| Arc::new(shipped(Objective::FewestDiscs)));
    Engine::try_new(8).expect("there is memory").weights(Arc::clone(&WEIGHTS))
}

fn question(board: Board<8>, limits: Limits) -> Question {
    Question {
        board: board.into(),
        objective: Objective::FewestDiscs,
        limits,
        lines: 1,
        only: None,
    }
}

fn report(search: impl FnOnce(&Control<'_>) -> Option<Report>) -> Report {
    search(&Control::new()).expect("the game is not over")
}

fn choose(player: &mut Player, board: Board<8>) -> Square {
    let question = question(board, Limits { nodes: Some(NODES), ..Limits::default() });
    let clock = || Duration::ZERO;
    let chosen = report(|control| player.choose(&question, &clock, control, &mut |_| {}));
    match chosen.best().moves[0] {
        Move::Place(square) => square,
        Move::Pass => unreachable!("there is a move"),
    }
}

/// What some choices of a level lost in a game with itself, in discs.
fn losses(level: Level, number: usize) -> Vec<f64> {
    let (mut player, mut board) = (player(level, number), opening(number));
    let mut rng = Rng::new(SEED ^ number as u64);
    let mut losses = Vec::new();
    while !board.is_game_over() {
        if board.must_pass() {
            board = board.passed();
            continue;
        }
        let square = choose(&mut player, board);
        let mut child = board;
        child.play(square).expect("players play legal moves");
        if board.legal_moves().len() > 1 && rng.below(CHECKED_ONE_IN) == 0 {
            let best = value(board, CHECK_DEPTH);
            let chosen = -value(child, CHECK_DEPTH - 1);
            losses.push(
                f64::from((best.parts() - chosen.parts()).max(0)) / f64::from(Value::PER_DISC),
            );
        }
        board = child;
    }
    losses
}

fn value(board: Board<8>, depth: u32) -> Value {
    if board.is_game_over() {
        return board.final_score(Objective::FewestDiscs).into();
    }
    let is_solved = board.empties().len() <= SOLVED_FROM;
    let limits = Limits { depth: Some(if is_solved { 60 } else { depth }), ..Limits::default() };
    let engine = engine();
    let question = question(board, limits);
    let clock = || Duration::ZERO;
    report(|control| engine.search(&question, &clock, control, &mut |_| {})).best().value
}

/// The points of `level` in two games with the same opening.
fn points(level: Level, other: Level, number: usize) -> f64 {
    let of_game = |is_first: bool| {
        let mut players = [player(level, number), player(other, number)];
        let (mut board, mut turn) = (opening(number), usize::from(!is_first));
        while !board.is_game_over() {
            if board.must_pass() {
                (board, turn) = (board.passed(), 1 - turn);
                continue;
            }
            let square = choose(&mut players[turn], board);
            board.play(square).expect("players play legal moves");
            turn = 1 - turn;
        }
        let score = board.final_score(Objective::FewestDiscs);
        match (if turn == 0 { score } else { -score }).cmp(&Score::new(0)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    };
    of_game(true) + of_game(false)
}
