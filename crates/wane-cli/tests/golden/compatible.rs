//! Whether what a schema describes can be read by a program that was written for an older one: it has every field, of
//! the same type, and always where it always was. It may have more.

use std::collections::BTreeSet;

use serde_json::Value;

/// Compares two documents below this path of both; the error is the path of what is missing.
pub(crate) fn compatible(old: &Value, new: &Value, path: &str) -> Result<(), String> {
    let (from, to) = (old.pointer(path), new.pointer(path));
    let mut comparison = Comparison { old, new, seen: BTreeSet::new() };
    match (from, to) {
        (Some(from), Some(to)) => comparison.compare(from, to, path),
        _ => Err(format!("there is no {path}")),
    }
}

struct Comparison<'d> {
    old: &'d Value,
    new: &'d Value,
    /// Definitions that were or are compared: they may contain themselves.
    seen: BTreeSet<(String, String)>,
}

impl Comparison<'_> {
    fn compare(&mut self, old: &Value, new: &Value, path: &str) -> Result<(), String> {
        if let (Some(from), Some(to)) = (old["$ref"].as_str(), new["$ref"].as_str())
            && !self.seen.insert((from.to_owned(), to.to_owned()))
        {
            return Ok(());
        }
        let (old, new) = (resolved(self.old, old), resolved(self.new, new));
        if old["type"] != new["type"] {
            return Err(format!("{path}: it was {}, it is {}", old["type"], new["type"]));
        }
        for value in values(old) {
            if !values(new).contains(&value) {
                return Err(format!("{path}: it is never {value}"));
            }
        }
        self.compare_fields(old, new, path)?;
        if !old["items"].is_null() {
            self.compare(&old["items"], &new["items"], &format!("{path}[]"))?;
        }
        for list in ["anyOf", "oneOf", "allOf", "prefixItems"] {
            self.compare_alternatives(list_of(old, list), list_of(new, list), path)?;
        }
        Ok(())
    }

    fn compare_fields(&mut self, old: &Value, new: &Value, path: &str) -> Result<(), String> {
        for (name, field) in old["properties"].as_object().into_iter().flatten() {
            let path = format!("{path}.{name}");
            let now = new["properties"].get(name).ok_or(format!("there is no {path}"))?;
            self.compare(field, now, &path)?;
        }
        for name in list_of(old, "required") {
            if !list_of(new, "required").contains(name) {
                return Err(format!("{path}: {name} may be missing"));
            }
        }
        Ok(())
    }

    /// Every alternative that there was must be one that there is.
    fn compare_alternatives(
        &mut self,
        old: &[Value],
        new: &[Value],
        path: &str,
    ) -> Result<(), String> {
        for from in old {
            let mut last = format!("{path}: it has no alternatives");
            let found = new.iter().any(|to| {
                let before = self.seen.clone();
                self.compare(from, to, path).map_err(|why| last = why).is_ok() || {
                    self.seen = before;
                    false
                }
            });
            if !found {
                return Err(last);
            }
        }
        Ok(())
    }
}

/// The schema that a reference leads to.
fn resolved<'v>(root: &'v Value, schema: &'v Value) -> &'v Value {
    let target = schema["$ref"].as_str().and_then(|path| root.pointer(path.strip_prefix('#')?));
    target.unwrap_or(schema)
}

/// The values that a schema lists.
fn values(schema: &Value) -> Vec<&Value> {
    let single = schema.get("const").into_iter();
    single.chain(list_of(schema, "enum")).collect()
}

fn list_of<'v>(schema: &'v Value, key: &str) -> &'v [Value] {
    schema[key].as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_field_more_is_compatible_and_a_field_less_is_not() {
        let text = json!({ "type": "string" });
        let one = json!({ "type": "object", "properties": { "a": text }, "required": ["a"] });
        let two = json!({ "type": "object", "properties": { "a": text, "b": text }, "required": ["a", "b"] });
        let optional = json!({ "type": "object", "properties": { "a": text }, "required": [] });
        let other = json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "required": ["a"] });
        assert_eq!(compatible(&one, &two, ""), Ok(()));
        for less in [optional, other] {
            assert!(compatible(&one, &less, "").is_err(), "{less}");
        }
        assert_eq!(compatible(&two, &one, ""), Err("there is no .b".to_owned()));
    }

    #[test]
    fn a_kind_more_is_compatible_and_a_kind_less_is_not() {
        let kind =
            |name: &str| json!({ "type": "object", "properties": { "kind": { "const": name } } });
        let one = json!({ "oneOf": [kind("a")] });
        let two = json!({ "oneOf": [kind("b"), kind("a")] });
        assert_eq!(compatible(&one, &two, ""), Ok(()));
        assert_eq!(compatible(&two, &one, ""), Err(".kind: it is never \"b\"".to_owned()));
    }

    #[test]
    fn definitions_may_contain_themselves() {
        let tree = |leaf: &str| {
            json!({ "$ref": "#/$defs/T", "$defs": { "T": { "type": "object", "properties": {
                "next": { "$ref": "#/$defs/T" }, "leaf": { "type": leaf } } } } })
        };
        assert_eq!(compatible(&tree("string"), &tree("string"), ""), Ok(()));
        assert!(compatible(&tree("string"), &tree("integer"), "").is_err());
    }
}
