//! [`OpponentName`]: an opponent of a person, on the command line. Every player of a match can be one: those that are
//! other programs are guests, run as in a match.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use wane_board::{AnyPosition, Move};
use wane_formats::TimeControl;
use wane_match::{AgentProgram, Hosting, PracticePartner};
use wane_search::Control;
use wane_service::opponent::Name;
use wane_service::{Guest, GuestFault, GuestPlayer};

use super::entry::{self, MatchEntry, NotAPlayer};
use crate::parse;

/// An opponent on the command line.
#[derive(Clone, Debug)]
pub(crate) enum OpponentName {
    /// A player of this program.
    Own(Name),
    /// Another program.
    Guest(Box<MatchEntry>),
}

/// An opponent that can be asked.
pub(crate) struct InvitedOpponent {
    pub(crate) name: Name,
    /// If it is no player of this program.
    pub(crate) guest: Option<Guest>,
}

impl FromStr for OpponentName {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        match parse::player(text) {
            Ok(name) => Ok(Self::Own(name)),
            Err(_) => text.parse().map(Box::new).map(Self::Guest),
        }
    }
}

impl OpponentName {
    /// Prepares what a guest runs in.
    pub(crate) fn invite(&self, hosting: &Hosting) -> Result<InvitedOpponent> {
        match self {
            Self::Own(name) => Ok(InvitedOpponent { name: name.clone(), guest: None }),
            Self::Guest(entry) => {
                let guest = guests(std::slice::from_ref(&**entry), hosting)?.pop();
                let name = guest.as_ref().map(|guest| Name::Guest(Arc::clone(guest.name())));
                Ok(InvitedOpponent { name: name.expect("each entry is a guest"), guest })
            }
        }
    }
}

/// Players of a match as guests.
pub(crate) fn guests(entries: &[MatchEntry], hosting: &Hosting) -> Result<Vec<Guest>> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    // Each move has a limit of its own.
    let (agents, runtime) = entry::ready(entries, TimeControl::CONTEST, hosting)?;
    let guest = |agent: AgentProgram| {
        let (name, runtime) = (agent.name.clone(), Arc::clone(&runtime));
        Guest::new(name.as_str(), move || {
            Box::new(AtTheBoard(PracticePartner::new(&agent, &runtime)))
        })
    };
    Ok(agents.into_iter().map(guest).collect())
}

/// A guest at the board.
struct AtTheBoard(PracticePartner);

impl GuestPlayer for AtTheBoard {
    fn choose(
        &mut self,
        position: &AnyPosition,
        limit: Duration,
        control: &Control<'_>,
    ) -> Result<Option<Move>, GuestFault> {
        let chosen = self.0.choose(position, limit, &|| control.is_stopped());
        chosen.map_err(|fault| GuestFault(fault.text))
    }
}
