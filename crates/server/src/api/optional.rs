//! Optional values in the `OpenAPI` document. A response omits a missing value, except for required ones, which may be
//! null. A request body may have null for any of them.

use serde_json::{Map, Value, json};

use super::bounds::BODY;

/// Removes null from the schemas of optional properties in a part of the document.
pub fn leave_out(part: &mut Value) {
    match part {
        Value::Object(members) => {
            let required = members.get("required").cloned().unwrap_or_default();
            let is_required = |name: &str| required.as_array().is_some_and(|names| names.contains(&json!(name)));
            if let Some(Value::Object(properties)) = members.get_mut("properties") {
                let optional = properties.iter_mut().filter(|(name, _)| !is_required(name));
                optional.filter_map(|(_, property)| property.as_object_mut()).for_each(settle);
            }
            let answers = members.iter_mut().filter(|(name, _)| !name.ends_with(BODY));
            answers.for_each(|(_, part)| leave_out(part));
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn settle(property: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            property.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(choices)) = property.get_mut("oneOf") {
        choices.retain(|choice| *choice != json!({ "type": "null" }));
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            property.remove("oneOf");
            property.extend(only);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_required_properties_are_null() {
        let mut part = json!({ "Shape": { "properties": {
            "text": { "type": ["string", "null"] },
            "left": { "type": ["string", "null"] },
            "other": { "description": "Another.", "oneOf": [{ "type": "null" }, { "$ref": "#/x" }] },
            "either": { "oneOf": [{ "$ref": "#/x" }, { "$ref": "#/y" }] },
            "list": { "type": "array", "items": { "properties": { "number": { "type": ["integer", "null"] } } } },
        }, "required": ["left"] } });
        leave_out(&mut part);
        let mut body = json!({ "ShapeRequest": { "properties": { "text": { "type": ["string", "null"] } } } });
        let before = body.clone();
        leave_out(&mut body);
        assert_eq!(body, before);
        assert_eq!(
            part,
            json!({ "Shape": { "properties": {
                "text": { "type": "string" },
                "left": { "type": ["string", "null"] },
                "other": { "description": "Another.", "$ref": "#/x" },
                "either": { "oneOf": [{ "$ref": "#/x" }, { "$ref": "#/y" }] },
                "list": { "type": "array", "items": { "properties": { "number": { "type": "integer" } } } },
            }, "required": ["left"] } })
        );
    }
}
