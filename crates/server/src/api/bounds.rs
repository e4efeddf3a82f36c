//! Adds the bounds of numbers, texts, and lists to the `OpenAPI` document. Nothing beyond them is accepted.

use serde_json::{Map, Value, json};

use crate::config::Limits;

/// The suffix of the names of request schemas.
pub const BODY: &str = "Request";

/// Marks unsigned numbers, and writes the default bounds into the schemas of request bodies and into parameters.
pub fn write(document: &mut Value) {
    name_unsigned(document);
    let limits = Limits::default();
    let shapes = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    let bodies = shapes.into_iter().flatten().filter(|(name, _)| name.ends_with(BODY));
    for (_, shape) in bodies {
        let properties = shape.get_mut("properties").and_then(Value::as_object_mut);
        for shape in properties.into_iter().flat_map(Map::values_mut) {
            bound(shape, limits.body_size.0 as usize, limits.moves_per_request);
        }
    }
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let operations =
        paths.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    for operation in operations {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for shape in parameters.into_iter().flatten().filter_map(|parameter| parameter.get_mut("schema")) {
            bound(shape, limits.head_size.bytes(), limits.moves_per_request);
        }
    }
}

/// Marks integers that cannot be negative as unsigned, which utoipa does not do.
fn name_unsigned(part: &mut Value) {
    match part {
        Value::Object(members) => {
            let is_unsigned = members.get("minimum").and_then(Value::as_i64).is_some_and(|minimum| minimum >= 0);
            let format = match members.get("format").and_then(Value::as_str) {
                Some("int32") if is_unsigned => Some("uint32"),
                Some("int64") if is_unsigned => Some("uint64"),
                Some(_) | None => None,
            };
            if let Some(format) = format {
                members.insert("format".to_owned(), json!(format));
            }
            members.values_mut().for_each(name_unsigned);
        }
        Value::Array(items) => items.iter_mut().for_each(name_unsigned),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn bound(shape: &mut Value, longest: usize, most: usize) {
    let is = |kind: &str| match &shape["type"] {
        Value::String(name) => name == kind,
        Value::Array(names) => names.iter().any(|name| name == kind),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    };
    let (name, value) = if is("array") {
        ("maxItems", json!(most))
    } else if is("string") {
        ("maxLength", json!(longest))
    } else if is("integer") {
        ("maximum", if shape["format"] == "uint32" { json!(u32::MAX) } else { json!(u64::MAX) })
    } else {
        return;
    };
    if let Some(members) = shape.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}
