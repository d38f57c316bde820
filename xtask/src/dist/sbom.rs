//! The software bill of materials: the packages of others that are built in, in the `CycloneDX` format.

use std::fs;

use anyhow::Result;
use serde_json::{Value, json};

use super::release::Release;
use super::third_party::{self, Package, Registry};

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let packages = third_party::packages(release)?;
    let name = format!("wane-{}.cdx.json", release.version);
    // No time and no serial number: both would be different for the same bytes.
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "wane",
                "name": "wane",
                "version": release.version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "properties": [{ "name": "wane:commit", "value": release.commit }],
            },
        },
        "components": packages.iter().map(component).collect::<Vec<Value>>(),
        "dependencies": [{ "ref": "wane", "dependsOn": packages.iter().map(url).collect::<Vec<String>>() }],
    });
    fs::write(release.out.join(&name), format!("{document:#}\n"))?;
    Ok(vec![name])
}

fn component(package: &Package) -> Value {
    json!({
        "type": "library",
        "bom-ref": url(package),
        "name": package.name,
        "version": package.version,
        "licenses": [{ "expression": package.licence }],
        "purl": url(package),
    })
}

/// The package URL; the @ of a scope is written as %40.
fn url(package: &Package) -> String {
    let registry = match package.registry {
        Registry::Cargo => "cargo",
        Registry::Npm => "npm",
    };
    format!("pkg:{registry}/{}@{}", package.name.replace('@', "%40"), package.version)
}
