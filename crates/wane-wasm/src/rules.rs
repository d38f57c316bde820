//! What needs no search: moves, formats, the features of a position.

use wane_service::OpeningBook;
use wane_service::message::{Answer, Opening};
use wasm_bindgen::prelude::*;

/// Answers a query.
#[wasm_bindgen]
#[must_use]
pub fn answer(query: &str) -> String {
    let answer = match serde_json::from_str(query) {
        Ok(query) => wane_service::answer(&query),
        Err(error) => Answer::Failed { problem: crate::not_a_message(&error) },
    };
    crate::text(&answer)
}

/// The opening book.
#[wasm_bindgen(js_name = OpeningBook)]
pub struct WasmOpeningBook {
    book: OpeningBook,
}

#[wasm_bindgen(js_class = OpeningBook)]
impl WasmOpeningBook {
    /// The book of a file.
    ///
    /// # Errors
    /// If the file is of another version.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<WasmOpeningBook, JsError> {
        Ok(Self { book: OpeningBook::from_bytes(bytes)? })
    }

    /// What the book has about a position; `null` if the position is not valid or not in the book.
    #[must_use]
    pub fn look(&self, position: &str) -> String {
        crate::text(&Opening::of(&self.book, position))
    }
}
