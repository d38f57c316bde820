//! The description of the HTTP part, made from the types of the messages; to write it anew:
//! `UPDATE=1 cargo nextest run -p wane-server openapi`.

use schemars::generate::SchemaSettings;
use serde_json::{Value as Json, json};
use wane_service::message::{Answer, FromEngine, Health, Query, ToEngine, VERSION, Versioned};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");

fn body(schema: &Json) -> Json {
    json!({ "application/json": { "schema": schema } })
}

fn document() -> Json {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    let health = json!(generator.subschema_for::<Versioned<Health>>());
    let query = json!(generator.subschema_for::<Query>());
    let answer = json!(generator.subschema_for::<Versioned<Answer>>());
    // Not over HTTP: what is said on the socket.
    generator.subschema_for::<Versioned<ToEngine>>();
    generator.subschema_for::<Versioned<FromEngine>>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Wane",
            "version": VERSION.to_string(),
            "description": "Rules and formats of Reversi and Reversed Reversi over HTTP. Searches are \
                offered on the WebSocket at /api/engine: send Versioned_for_ToEngine, hear \
                Versioned_for_FromEngine, for a task events until an end, or busy if too many are waiting.",
        },
        "paths": {
            "/api/health": { "get": {
                "summary": "Whether the server is there, and how many sockets are open",
                "responses": { "200": { "description": "It is.", "content": body(&health) } },
            }},
            "/api/query": { "post": {
                "summary": "A question that needs no search: a position, a move, a format",
                "requestBody": { "required": true, "content": body(&query) },
                "responses": {
                    "200": {
                        "description": "The answer; tell is failed if the question makes no sense.",
                        "content": body(&answer),
                    },
                    "400": { "description": "The body is not a query.", "content": body(&answer) },
                    "403": { "description": "Pages of this origin may not ask, or the server does not have this host name." },
                    "408": { "description": "The body takes too long to arrive." },
                    "413": { "description": "The body is too long." },
                    "429": { "description": "This client asks too often; Retry-After says when to try again." },
                    "503": { "description": "The server has too many connections; Retry-After says when to try again." },
                },
            }},
            "/api/openapi.json": { "get": {
                "summary": "This file",
                "responses": { "200": { "description": "It." } },
            }},
        },
        "components": { "schemas": generator.take_definitions(true) },
    })
}

#[test]
fn openapi_is_what_the_types_say() {
    let text = format!("{:#}\n", document());
    wane_testkit::generated::compare(FILE, &text);
}
