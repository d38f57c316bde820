//! A validator for the part of JSON Schema that docs/schemas uses. It refuses a keyword that it does not know, and
//! a key of an object that the schema does not name.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Keywords that say nothing about validity, or only together with another one.
const SILENT: [&str; 7] =
    ["$schema", "$defs", "title", "description", "format", "required", "default"];

/// Whether a value is what a schema says; if not, what is wrong.
pub(crate) fn validate(schema: &Value, value: &Value) -> Result<(), String> {
    matches(schema, schema, value, &BTreeSet::new())
}

/// `others` are the keys that a schema around this one names for the same object.
fn matches(
    root: &Value,
    schema: &Value,
    value: &Value,
    others: &BTreeSet<String>,
) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return if *schema == Value::Bool(true) { Ok(()) } else { Err("not allowed".into()) };
    };
    let mut all = others.clone();
    if keywords.contains_key("properties") {
        names(schema, &mut all);
    }
    for (keyword, said) in keywords {
        let is_valid = match keyword.as_str() {
            "type" => is_of_type(said, value),
            "const" => said == value,
            "enum" => said.as_array().is_some_and(|values| values.contains(value)),
            "minimum" => value.as_f64().is_none_or(|number| Some(number) >= said.as_f64()),
            "maximum" => value.as_f64().is_none_or(|number| Some(number) <= said.as_f64()),
            "minItems" => length(value).is_none_or(|length| Some(length) >= said.as_u64()),
            "maxItems" => length(value).is_none_or(|length| Some(length) <= said.as_u64()),
            "anyOf" | "oneOf" => {
                any(root, said, value, &all)?;
                true
            }
            "$ref" => {
                let name = said.as_str().and_then(|path| path.strip_prefix("#/$defs/"));
                let definition = &root["$defs"][name.ok_or("a reference elsewhere")?];
                matches(root, definition, value, &all)?;
                true
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    matches(root, said, item, &BTreeSet::new())?;
                }
                true
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                for (said, item) in said.as_array().into_iter().flatten().zip(items) {
                    matches(root, said, item, &BTreeSet::new())?;
                }
                true
            }
            "properties" => {
                if let Value::Object(object) = value {
                    properties(root, said, keywords.get("required"), object, &all)?;
                }
                true
            }
            silent => {
                assert!(SILENT.contains(&silent), "the validator does not know {silent:?}");
                true
            }
        };
        if !is_valid {
            return Err(format!("{keyword} {said}: {value}"));
        }
    }
    Ok(())
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

fn is_of_type(names: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    names.as_array().map_or_else(|| is(names), |names| names.iter().any(is))
}

/// Collects the keys that a schema and its alternatives name for one object.
fn names(schema: &Value, all: &mut BTreeSet<String>) {
    all.extend(schema["properties"].as_object().into_iter().flatten().map(|(key, _)| key.clone()));
    for keyword in ["anyOf", "oneOf"] {
        for alternative in schema[keyword].as_array().into_iter().flatten() {
            names(alternative, all);
        }
    }
}

fn any(
    root: &Value,
    schemas: &Value,
    value: &Value,
    others: &BTreeSet<String>,
) -> Result<(), String> {
    let mut reasons = Vec::new();
    for schema in schemas.as_array().into_iter().flatten() {
        match matches(root, schema, value, others) {
            Ok(()) => return Ok(()),
            Err(why) => reasons.push(why),
        }
    }
    Err(reasons.join("\n"))
}

fn properties(
    root: &Value,
    schemas: &Value,
    required: Option<&Value>,
    object: &Map<String, Value>,
    all: &BTreeSet<String>,
) -> Result<(), String> {
    for key in required.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(key) {
            return Err(format!("{key} is missing"));
        }
    }
    for (key, value) in object {
        match schemas.get(key) {
            Some(schema) => matches(root, schema, value, &BTreeSet::new())
                .map_err(|why| format!("{key}: {why}"))?,
            None if all.contains(key) => {}
            None => return Err(format!("{key} is not in the schema")),
        }
    }
    Ok(())
}

#[test]
fn wrong_objects_are_refused() {
    let schema = serde_json::json!({
        "anyOf": [{
            "type": "object",
            "properties": {
                "v": { "const": 2 },
                "side": { "$ref": "#/$defs/Side" },
                "score": { "type": ["integer", "null"], "minimum": -64 },
                "pair": { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 },
            },
            "required": ["v", "side"],
        }],
        "$defs": { "Side": { "type": "string", "enum": ["black", "white"] } },
    });
    let is_valid = |text: &str| validate(&schema, &serde_json::from_str(text).unwrap()).is_ok();
    for text in [
        r#"{"v":2,"side":"black"}"#,
        r#"{"v":2,"side":"white","score":-64,"pair":[1,2.5]}"#,
        r#"{"v":2,"side":"white","score":null}"#,
    ] {
        assert!(is_valid(text), "{text}");
    }
    for text in [
        "[]",
        r#"{"v":1,"side":"black"}"#,
        r#"{"v":2}"#,
        r#"{"v":2,"side":"red"}"#,
        r#"{"v":2,"side":"black","score":"4"}"#,
        r#"{"v":2,"side":"black","score":-65}"#,
        r#"{"v":2,"side":"black","pair":[1]}"#,
        r#"{"v":2,"side":"black","more":1}"#,
    ] {
        assert!(!is_valid(text), "{text}");
    }
}
