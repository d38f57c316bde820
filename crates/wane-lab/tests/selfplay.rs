//! Self-play: games do not depend on the number of threads, and their labels are right.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::Path;

use wane_board::{Board, Objective};
use wane_lab::Record;
use wane_lab::selfplay::{
    Counts, FileError, GamesFile, Selfplay, SelfplaySettings, SelfplayWorker,
};
use wane_match::Stop;
use wane_search::Control;
use wane_testkit::plain::alpha_beta;
use wane_testkit::temp_dir::TempDir;

const SETTINGS: SelfplaySettings = SelfplaySettings {
    objective: Objective::FewestDiscs,
    depth: 2,
    selectivity: 0,
    exact_from: 9,
    opening: (4, 24),
    stray: 30,
    seed: 20_261_115,
};

fn game(settings: SelfplaySettings, number: u64) -> Vec<Record> {
    Selfplay::new(settings, None).game(number, &Control::new()).unwrap().unwrap()
}

fn play_into(path: &Path, games: u64, threads: usize) -> Result<Counts, FileError> {
    let selfplay = Selfplay::new(SETTINGS, None);
    let mut file = GamesFile::open(path, &selfplay.description())?;
    let stop = Stop::default();
    let mut executor = SelfplayWorker::threads(threads, &stop);
    selfplay.play_into(&mut file, games, &mut executor, &stop, &mut |_| {}).unwrap();
    Ok(file.counts())
}

/// The position after a move and the passes that it forces, and whether the same side is to move.
fn after(record: &Record) -> (Board<8>, bool) {
    let mut board = record.board;
    board.play(record.best).unwrap();
    if board.must_pass() { (board.passed(), true) } else { (board, false) }
}

#[test]
fn the_records_of_a_game_lead_to_its_end_and_have_its_score() {
    // Without the solver, the engine searches the last moves too.
    let (fewest, most) = (Objective::FewestDiscs, Objective::MostDiscs);
    for (objective, exact_from) in [(fewest, 9), (fewest, 0), (most, 9)] {
        // Many random moves: a record before a random move would not lead to the next record.
        let settings = SelfplaySettings { objective, exact_from, stray: 8, ..SETTINGS };
        let mut records = 0;
        for number in 0..60 {
            let game = game(settings, number);
            for (index, record) in game.iter().enumerate() {
                assert_eq!((u64::from(record.game), record.objective), (number, objective));
                let (board, is_same_side) = after(record);
                let score = if is_same_side { record.score } else { -record.score };
                if let Some(next) = game.get(index + 1) {
                    assert_eq!((next.board, next.score), (board, score));
                } else {
                    assert!(board.is_game_over());
                    assert_eq!(board.final_score(objective), score);
                }
            }
            records += game.len();
        }
        assert!(records > 60 * 5, "{records}");
    }
}

#[test]
fn exact_scores_are_exact() {
    let mut solved = 0;
    for number in 0..30 {
        for record in game(SETTINGS, number) {
            let few = record.board.empties().len() <= SETTINGS.exact_from;
            assert_eq!(record.is_exact, few);
            if record.is_exact {
                assert_eq!(alpha_beta(&record.board, record.objective), record.score);
                assert_eq!(record.value, record.score.into());
                solved += 1;
            }
        }
    }
    assert!(solved > 30 * 7, "{solved}");
}

#[test]
fn games_start_with_the_requested_number_of_random_moves_and_differ() {
    let settings = SelfplaySettings { opening: (6, 9), stray: 0, ..SETTINGS };
    let mut first_discs = Vec::new();
    let mut boards = Vec::new();
    for number in 0..80 {
        let first = game(settings, number)[0];
        first_discs.push(64 - first.board.empties().len());
        boards.push(first.board);
    }
    for discs in 10..=13 {
        assert!(first_discs.contains(&discs), "no game starts with {discs} discs");
    }
    assert!(first_discs.iter().all(|discs| (10..=13).contains(discs)), "{first_discs:?}");
    boards.sort_unstable();
    boards.dedup();
    assert!(boards.len() > 70, "{}", boards.len());
    assert_ne!(game(settings, 0), game(SelfplaySettings { seed: 1, ..settings }, 0));
}

#[test]
fn one_and_two_threads_write_the_same_file() {
    let folder = TempDir::new().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let counts = play_into(&one, 150, 1).unwrap();
    assert_eq!(play_into(&two, 150, 2).unwrap(), counts);
    let bytes = fs::read(&one).unwrap();
    assert!(bytes == fs::read(&two).unwrap());
    assert_eq!(counts.games, 150);
    assert_eq!(counts.positions, (bytes.len() / Record::BYTES) as u64);
    let (records, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    let records: Vec<Record> = records.iter().map(|it| Record::from_bytes(it).unwrap()).collect();
    let games: Vec<Record> = (0..150).flat_map(|number| game(SETTINGS, number)).collect();
    assert!(records == games);
}

#[test]
fn a_run_resumes_after_torn_writes_with_the_same_result() {
    let folder = TempDir::new().unwrap();
    let whole = folder.path().join("whole");
    play_into(&whole, 160, 2).unwrap();
    let (whole, whole_journal) = (fs::read(&whole).unwrap(), journal(&whole));

    let path = folder.path().join("torn");
    play_into(&path, 100, 1).unwrap();
    let (records, counts) = (fs::read(&path).unwrap(), journal(&path));
    let mut zeroed = records.clone();
    let last_block = positions(&counts)[2] * Record::BYTES;
    zeroed[last_block + 100..].fill(0);
    let cases: [(&str, Vec<u8>, Vec<u8>); 7] = [
        ("records that are zeros", zeroed, counts.clone().into()),
        ("a line that is zeros", records.clone(), [counts.as_bytes(), &[0; 50]].concat()),
        ("a line that is not text", records.clone(), [counts.as_bytes(), b"\xff\xfe\n"].concat()),
        (
            "a block without its line",
            [&records[..], b"half a record"].concat(),
            counts.clone().into(),
        ),
        ("half a line", records.clone(), counts.trim_end_matches("}\n").into()),
        ("a line without its block", records[..records.len() / 2].into(), counts.clone().into()),
        ("no record at all", Vec::new(), counts.clone().into()),
    ];
    for (what, torn_records, torn_journal) in cases {
        fs::write(&path, torn_records).unwrap();
        fs::write(folder.path().join("torn.journal"), torn_journal).unwrap();
        play_into(&path, 160, 2).unwrap();
        assert!(fs::read(&path).unwrap() == whole, "{what}");
        // Blocks may start at other games, but the end is the same.
        assert_eq!(positions(&journal(&path)).last(), positions(&whole_journal).last(), "{what}");
    }
}

/// The number of records at the end of each block.
fn positions(journal: &str) -> Vec<usize> {
    let number = |line: &str| {
        let (_, rest) = line.split_once("\"positions\":")?;
        rest.split([',', '}']).next()?.parse().ok()
    };
    journal.lines().filter_map(number).collect()
}

#[test]
fn damaged_records_in_front_of_good_ones_are_named_and_not_played_over() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    play_into(&path, 100, 2).unwrap();
    let (records, lines) = (fs::read(&path).unwrap(), journal(&path));
    let second_block = positions(&lines)[0] * Record::BYTES;
    // A journal of an older version has no checksums.
    let old: String = lines.lines().map(without_checksums).collect();
    for lines in [&lines, &old] {
        let mut damaged = records.clone();
        damaged[second_block..second_block + 10 * Record::BYTES].fill(0);
        fs::write(&path, &damaged).unwrap();
        fs::write(path.with_added_extension("journal"), lines).unwrap();
        let error = play_into(&path, 160, 1).unwrap_err().to_string();
        assert!(error.contains("the records of games 32 to 63 are damaged"), "{error}");
        assert!(fs::read(&path).unwrap() == damaged);
    }
    fs::write(&path, &records).unwrap();
    play_into(&path, 160, 1).unwrap();
    let whole = folder.path().join("whole");
    play_into(&whole, 160, 2).unwrap();
    assert!(fs::read(&path).unwrap() == fs::read(&whole).unwrap());
}

/// A line of a journal as older versions wrote it.
fn without_checksums(line: &str) -> String {
    let end = line.find(",\"records\"").or(line.find(",\"check\"")).unwrap();
    format!("{}}}\n", &line[..end])
}

fn journal(path: &Path) -> String {
    fs::read_to_string(path.with_added_extension("journal")).unwrap()
}

#[test]
fn a_stopped_run_leaves_complete_blocks() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let selfplay = Selfplay::new(SETTINGS, None);
    let mut file = GamesFile::open(&path, &selfplay.description()).unwrap();
    let stop = Stop::default();
    let mut executor = SelfplayWorker::threads(2, &stop);
    let stop_at_once = &mut |_: Counts| stop.stop();
    selfplay.play_into(&mut file, 10_000, &mut executor, &stop, stop_at_once).unwrap();
    let counts = file.counts();
    assert!(counts.games > 0 && counts.games < 10_000, "{counts:?}");
    assert_eq!(fs::metadata(&path).unwrap().len(), counts.positions * Record::BYTES as u64);
    drop(file);
    assert_eq!(play_into(&path, counts.games, 1).unwrap(), counts);
}

#[test]
fn files_with_other_contents_are_not_changed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    play_into(&path, 10, 1).unwrap();
    let before = fs::read(&path).unwrap();
    let other = Selfplay::new(SelfplaySettings { depth: 3, ..SETTINGS }, None);
    let error = GamesFile::open(&path, &other.description()).unwrap_err();
    assert!(error.to_string().contains("games with other settings"), "{error}");
    assert!(fs::read(&path).unwrap() == before);

    let text = folder.write("text", "something else").unwrap();
    let error = play_into(&text, 10, 1).unwrap_err();
    assert!(error.to_string().contains("is not empty, and there is no"), "{error}");
    assert_eq!(fs::read_to_string(&text).unwrap(), "something else");

    let open = GamesFile::open(&path, &Selfplay::new(SETTINGS, None).description()).unwrap();
    let error = play_into(&path, 20, 1).unwrap_err();
    assert!(error.to_string().ends_with("games: another wane is writing here"), "{error}");
    drop(open);
}
