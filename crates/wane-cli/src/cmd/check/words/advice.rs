//! What the author of an agent should do about a finding.

use wane_match::FaultKind;
use wane_match::check::{Cause, CheckVerdict, Finding, Issue};
use wane_match::contest::line::CandidateKind;

/// What to do about a finding. A cause, if it is known, says more than the problem.
pub(in super::super) fn advice(finding: &Finding, is_contest: bool) -> &'static str {
    match finding.cause {
        Some(cause) => about_cause(cause, &finding.issue),
        None => about_issue(finding, is_contest),
    }
}

fn about_cause(cause: Cause, issue: &Issue) -> &'static str {
    match cause {
        Cause::SharedState => {
            "Keep what belongs to a game in self and set it in __init__, not in variables of the \
             file or of the class: one process plays many games."
        }
        Cause::PastTheEdge => {
            "In Python chessboard[-1] is the last row: test 0 <= row < self.chessboard_size, and the \
             column as well, before you look at a square."
        }
        Cause::Transposed => {
            "Row and column seem to be exchanged: chessboard[row][column] is a square, and its \
             candidate is (row, column)."
        }
        Cause::OtherSide => {
            "It seems to move for the other side: -1 is black, 1 is white, self.color is yours."
        }
        Cause::OneBased => {
            "It seems to count from 1: rows and columns go from 0, so the corner is (0, 0)."
        }
        Cause::NoLegalMove => {
            "There was no legal move: look for that first, and return with self.candidate_list \
             empty."
        }
        Cause::CatchesTimeout => {
            "The limit is an exception, and it was caught: write except with the exception that you \
             mean, such as except TimeoutError:, never except: or except BaseException: alone."
        }
        Cause::EndlessLoop => {
            "That loop has no end: see what should end it, and whether it ever happens."
        }
        Cause::NoNumpy => {
            "This is not about your file: pip install numpy, or name a Python that has it, and check \
             again."
        }
        Cause::FileWrite => {
            "No file can be written in the contest, but in /tmp: take that out, or print instead."
        }
        Cause::FileOutside => {
            "Put the file beside the agent, open it by its name alone, and name the folder, or write \
             folder=yes after the file: me.py,folder=yes."
        }
        Cause::NetworkOrProgram => {
            "There is no network in the contest, and no other program can be started: take that out."
        }
        Cause::Syntax => "Python cannot read the file: mend that line, or the one before it.",
        Cause::MissingModule => {
            "The standard library, numpy and numba are there. Files beside the agent are there if you \
             name the folder, or write folder=yes after the file: me.py,folder=yes."
        }
        Cause::NoClass => {
            "The class must be called AI, in capitals, and stand at the top level of the file."
        }
        Cause::ConstructorParameters => {
            "Write def __init__(self, chessboard_size, color, time_out)."
        }
        Cause::GoParameters => "Write def go(self, chessboard) in the class AI.",
        Cause::Exception if matches!(issue, Issue::NotLoaded { .. }) => {
            "Look at that line: it is run when the file is loaded or an AI is made."
        }
        Cause::Exception => "Look at that line.",
    }
}

fn about_issue(finding: &Finding, is_contest: bool) -> &'static str {
    match finding.issue {
        Issue::NotLoaded { .. } => {
            "Start it by hand with the same words, and see whether it answers."
        }
        Issue::SlowLoading { .. } => {
            "Do less when the file is loaded and in __init__: each match waits for it."
        }
        Issue::IllegalMove { .. } => {
            "A move is legal if it turns over at least one disc: in one of the eight directions discs \
             of the opponent, and behind them one of your own."
        }
        Issue::MustPass { is_left_over: true, .. } => "Begin go with self.candidate_list.clear().",
        Issue::MustPass { .. } if is_contest => {
            "Where there is no legal move, leave self.candidate_list empty."
        }
        Issue::MustPass { .. } => "Where there is no legal move, answer with a pass.",
        Issue::MustMove { .. } => "A pass is allowed only where there is no legal move.",
        Issue::OffBoard { .. } => {
            "Before you look at a square or add it, test 0 <= row < self.chessboard_size, and the \
             column as well."
        }
        Issue::NoCandidate { returned: Some(_), .. } => {
            "Append the move to self.candidate_list: what go returns is not looked at."
        }
        Issue::NoCandidate { is_interrupted: true, .. } | Issue::MissingCandidates { .. } => {
            "Add every legal move to self.candidate_list before you search: then the limit can never \
             find it empty."
        }
        Issue::NoCandidate { .. } => {
            "Append the move to self.candidate_list before go ends: the last of the list is the move."
        }
        Issue::NoCandidateList { .. } => "Write self.candidate_list = [] in __init__.",
        Issue::NotAMove { kind, .. } => about_candidate(kind),
        Issue::FloatCandidate { .. } => about_candidate(CandidateKind::Floats),
        Issue::NotAList { .. } => about_candidate(CandidateKind::Other),
        Issue::IgnoredReturn { .. } => {
            "Append the choice as the last of self.candidate_list: what go returns is not looked at."
        }
        Issue::InsertedFirst { .. } => {
            "Append the choice, self.candidate_list.append(choice): the last one counts, not the first."
        }
        Issue::NothingChosen { .. } => {
            "Append the move that you choose once more after all others: the last one counts."
        }
        Issue::NeverEnds { .. } => {
            "Look at the clock while you search, append each better move as you find it, and end go \
             well before self.time_out."
        }
        Issue::Exception { .. } => {
            "An exception in go loses the game, whatever is in self.candidate_list: call go with this \
             board on your own machine, and look at that line."
        }
        Issue::Fault { kind, .. } => about_fault(kind, is_contest),
        Issue::IllegalCandidate { .. } => {
            "Add legal moves only: if the limit finds another one last, the game is lost."
        }
        Issue::StaleCandidates { .. } => {
            "Begin go with self.candidate_list.clear(): where you have no move, an old one would \
             count."
        }
        Issue::ChangedBoard => {
            "Work on a copy, board = chessboard.copy(): the contest may go on with its own."
        }
        Issue::ForgivenException { .. } => {
            "By the rules of the contest an exception loses the game: look at that line."
        }
        Issue::Prints { .. } if finding.verdict == CheckVerdict::Warning => {
            "Print less: it takes time, and much more of it would lose."
        }
        Issue::Prints { .. } => "The contest ignores it: remove it in the end.",
        Issue::Interrupted { .. } => {
            "That is allowed; but end the search yourself a little before self.time_out, so that what \
             you append last is what you want."
        }
        Issue::LongMove { .. } => {
            "Leave a tenth of the time: the machine of the contest may be slower."
        }
        Issue::SlowFirstMove { .. } => {
            "Something is compiled or read at the first call: do it in __init__ or when the file is \
             loaded, which takes none of the time for moves."
        }
        Issue::LongGame { .. } => {
            "Leave more of the time for the game: other games are longer, and the machine of the \
             contest may be slower."
        }
        Issue::MuchMemory { .. } => MEMORY,
        Issue::NoNumpy => "pip install numpy, or name a Python that has it, and check again.",
        Issue::NoSandbox => {
            "In the contest it finds no network and no files but its own: check it with the sandbox as \
             well."
        }
    }
}

const fn about_candidate(kind: CandidateKind) -> &'static str {
    match kind {
        CandidateKind::Number => {
            "Add row and column, not one number: self.candidate_list.append((row, column))."
        }
        CandidateKind::Nothing => {
            "The search has found no move: begin with the first legal one as the best so far."
        }
        CandidateKind::Floats => {
            "Add whole numbers: self.candidate_list.append((int(row), int(column)))."
        }
        _ => "Add moves as two whole numbers: self.candidate_list.append((row, column)).",
    }
}

const fn about_fault(kind: FaultKind, is_contest: bool) -> &'static str {
    match kind {
        FaultKind::TimeOut if is_contest => CONTEST_TIME,
        FaultKind::TimeOut => "Look at the clock while you search, and answer before the limit.",
        FaultKind::Memory => MEMORY,
        FaultKind::Crash => {
            "The program exited: its last line on standard error says why, if there is one."
        }
        FaultKind::Resigned => "Play on: giving up loses here too.",
        FaultKind::Output if is_contest => {
            "Print much less: the contest ignores it, and too much of it loses."
        }
        FaultKind::Output | FaultKind::Illegal => {
            "Answer with a move as the protocol has it, and with nothing else."
        }
    }
}

const CONTEST_TIME: &str = "Look at the clock while you search, and be done well before the limit; \
                            do not catch everything with a bare except, and let compiled code come \
                            back to Python often.";

const MEMORY: &str = "Keep less: empty tables before they grow too large, and take small numbers, \
                      such as numpy's int8.";

#[cfg(test)]
mod tests {
    use super::*;

    fn advised(issue: Issue, cause: Option<Cause>, is_contest: bool) -> &'static str {
        let verdict = CheckVerdict::Failed;
        let finding =
            Finding { issue, verdict, cause, place: None, line: None, times: 1, game: None };
        advice(&finding, is_contest)
    }

    #[test]
    fn faults_are_advised_by_their_kind_and_for_contest_files_in_their_own_terms() {
        use FaultKind::{Crash, Memory, Output, TimeOut};
        for (is_contest, kind, cause, words) in [
            (true, TimeOut, None, "a bare except"),
            (false, TimeOut, None, "answer before the limit"),
            (true, TimeOut, Some(Cause::CatchesTimeout), "never except: or"),
            (true, Crash, Some(Cause::FileWrite), "No file can be written"),
            (false, Crash, Some(Cause::Exception), "Look at that line."),
            (true, Crash, None, "its last line"),
            (true, Memory, None, "Keep less"),
            (true, Output, None, "Print much less"),
            (false, Output, None, "as the protocol has it"),
        ] {
            let said = advised(Issue::Fault { kind, detail: "x".into() }, cause, is_contest);
            assert!(said.contains(words), "{kind} {cause:?}: {said}");
        }
    }

    #[test]
    fn what_cannot_be_loaded_is_advised_by_its_cause() {
        let advised = |cause| advised(Issue::NotLoaded { detail: "x".into() }, cause, true);
        for (cause, words) in [
            (Some(Cause::Syntax), "Python cannot read the file"),
            (Some(Cause::NoClass), "The class must be called AI"),
            (Some(Cause::ConstructorParameters), "def __init__(self, chessboard_size, color,"),
            (Some(Cause::Exception), "it is run when the file is loaded"),
            (None, "Start it by hand"),
        ] {
            let said = advised(cause);
            assert!(said.contains(words), "{cause:?}: {said}");
        }
    }
}
