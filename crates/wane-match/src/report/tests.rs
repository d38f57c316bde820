//! The page as a whole: no text gets out of its place, and no number is needed.

use super::*;

fn standing(name: &str) -> Standing {
    let tally = Tally { wins: 3, draws: 1, losses: 2 };
    Standing {
        name: name.into(),
        rating: 1500.0,
        rating_low: 1450.0,
        rating_high: 1560.0,
        tally,
        faults: 1,
    }
}

fn report<'a>(names: &[&str], games: &'a [Finished]) -> Report<'a> {
    let pairing = |second: &&str| Pairing {
        first: names[0].into(),
        second: (*second).into(),
        tally: Tally { wins: 3, draws: 1, losses: 2 },
        elo: 58.0,
        elo_error: 40.0,
        los: 0.91,
        llr: Some(1.25),
        pairs: [0, 1, 1, 1, 0],
    };
    Report {
        title: "Club evening".into(),
        when: "3 March 2026".into(),
        settings: vec![("Time a move".into(), "0.500 s".into())],
        standings: names.iter().map(|name| standing(name)).collect(),
        pairings: names.iter().skip(1).map(pairing).collect(),
        games,
    }
}

#[test]
fn names_and_texts_never_become_markup() {
    let nasty = "</script><script>alert(1)</script>";
    let quotes = "\" onfocus=\"alert(2)' onblur='alert(3)";
    let mut report = report(&[nasty, quotes], &[]);
    report.title = format!("{nasty}{quotes}");
    report.when = report.title.clone();
    report.settings = vec![(nasty.into(), quotes.into())];
    let page = report.to_html();
    assert!(!page.contains("<script") && !page.contains("</script"));
    assert!(!page.contains("\" onfocus") && !page.contains("' onblur"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert!(page.contains("&quot; onfocus=&quot;alert(2)&#39; onblur=&#39;alert(3)"));
}

#[test]
fn without_games_or_with_one_player_the_page_is_still_a_page() {
    for names in [&[][..], &["one"], &["one", "two"]] {
        let page = report(names, &[]).to_html();
        assert!(page.contains("No game was played."));
        assert_eq!(page.contains("class=\"plot\""), !names.is_empty());
    }
}

#[test]
fn columns_without_numbers_are_left_out() {
    let mut report = report(&["one", "two"], &[]);
    let page = report.to_html();
    assert!(page.contains("LLR</th>") && page.contains("class=\"pair\""));
    report.pairings[0].llr = None;
    report.pairings[0].pairs = [0; 5];
    let page = report.to_html();
    assert!(!page.contains("LLR</th>") && !page.contains("class=\"pair\""));
}
