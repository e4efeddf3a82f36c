//! Repository check: the modules of a crate have no circular dependencies, so that each can be read,
//! tested, and moved separately.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

use crate::{files, root};

/// The accepted circular dependencies, each with its reason.
const CIRCLES: [(&str, &[&str], &str); 3] = [
    (
        "engine",
        &["evaluate", "ladder", "level", "network", "search", "see"],
        "a variant's evaluation names its networks and parameters, and all that searches asks it",
    ),
    (
        "rules",
        &["cause", "fen", "orthodox", "position", "setup", "variant"],
        "the hooks of a variant are told a position, and a position is of a variant",
    ),
    (
        "variants",
        &["any_game", "book", "lesson", "list", "referee"],
        "an entry of the list makes games, and a game knows its entry",
    ),
];

/// The path of an item, as its names.
type Names = Vec<String>;

/// The modules of a crate, each with the names that its source uses.
struct Crate {
    uses: BTreeMap<Names, BTreeSet<Names>>,
    /// The modules that re-exported names refer to.
    aliases: BTreeMap<Names, Names>,
}

#[derive(Default)]
struct Found {
    uses: BTreeSet<Names>,
    exports: Vec<Names>,
}

impl Visit<'_> for Found {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item(&mut self, item: &Item) {
        if !matches!(item, Item::Fn(function) if is_for_tests(&function.attrs)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        let mut leaves = Vec::new();
        leaves_of(&item.tree, Vec::new(), &mut leaves);
        if !matches!(item.vis, Visibility::Inherited) {
            self.exports.extend(leaves.iter().cloned());
        }
        self.uses.extend(leaves);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.uses.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        list.is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
    })
}

fn leaves_of(tree: &UseTree, before: Names, leaves: &mut Vec<Names>) {
    let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Names>();
    match tree {
        UseTree::Path(path) => leaves_of(&path.tree, with(&path.ident), leaves),
        UseTree::Name(name) => leaves.push(with(&name.ident)),
        UseTree::Rename(name) => leaves.push(with(&name.ident)),
        UseTree::Glob(_) => leaves.push(before),
        UseTree::Group(group) => group.items.iter().for_each(|item| leaves_of(item, before.clone(), leaves)),
    }
}

impl Crate {
    fn read(folder: &str) -> Crate {
        let mut modules = BTreeMap::new();
        for path in files(&format!("{folder}/src"), &["rs"]) {
            let place = path.strip_prefix(root().join(folder).join("src")).unwrap().with_extension("");
            let mut module: Names = place.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if matches!(module.last().unwrap().as_str(), "mod" | "lib" | "main") {
                module.pop();
            }
            let mut found = Found::default();
            found.visit_file(&syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap());
            if !module.iter().any(|name| name == "tests") {
                modules.insert(module, found);
            }
        }
        let known = |names: &Names| modules.contains_key(names);
        let mut aliases = BTreeMap::new();
        for (module, found) in &modules {
            for export in &found.exports {
                let whole: Names = module.iter().chain(export).cloned().collect();
                if known(&whole[..=module.len()].to_vec()) {
                    let name = export.last().unwrap().clone();
                    aliases.insert(module.iter().cloned().chain([name]).collect(), whole);
                }
            }
        }
        Crate { uses: modules.into_iter().map(|(module, found)| (module, found.uses)).collect(), aliases }
    }

    /// Returns the module that a name refers to, if it belongs to the crate.
    fn module_of(&self, from: &Names, name: &Names) -> Option<Names> {
        let supers = name.iter().take_while(|part| *part == "super").count();
        let mut whole: Names = match name.first()?.as_str() {
            "crate" => name[1..].to_vec(),
            "self" => from.iter().chain(&name[1..]).cloned().collect(),
            "super" => from[..from.len().checked_sub(supers)?].iter().chain(&name[supers..]).cloned().collect(),
            _ => from.iter().chain(name).cloned().collect(),
        };
        // A name may be re-exported several times, also under its module's own name.
        for _ in 0..8 {
            let find = |length: usize| Some((length, self.aliases.get(&whole[..length])?));
            let Some((length, target)) = (1..=whole.len()).rev().find_map(find) else { break };
            whole = target.iter().chain(&whole[length..]).cloned().collect();
        }
        let is_own = matches!(name[0].as_str(), "crate" | "self" | "super");
        let length = (1..=whole.len()).rev().find(|length| self.uses.contains_key(&whole[..*length]))?;
        (is_own || length > from.len()).then(|| whole[..length].to_vec())
    }

    /// Returns the modules below each module, with the siblings that they use.
    fn neighbors(&self) -> BTreeMap<Names, BTreeMap<String, BTreeSet<String>>> {
        let mut arrows: BTreeMap<Names, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (module, uses) in &self.uses {
            for target in uses.iter().filter_map(|name| self.module_of(module, name)) {
                let shared = module.iter().zip(&target).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (module.get(shared), target.get(shared)) {
                    let below = arrows.entry(module[..shared].to_vec()).or_default();
                    below.entry(one.clone()).or_default().insert(other.clone());
                }
            }
        }
        arrows
    }

    /// Returns groups of modules that all depend on each other.
    fn circles(&self) -> Vec<(String, BTreeSet<String>)> {
        let mut circles = Vec::new();
        for (parent, arrows) in self.neighbors() {
            let reached: BTreeMap<&String, BTreeSet<&String>> =
                arrows.keys().map(|from| (from, reached(&arrows, from))).collect();
            let groups: BTreeSet<BTreeSet<String>> = reached
                .iter()
                .filter(|(from, all)| all.contains(*from))
                .map(|(from, all)| {
                    let back = all.iter().filter(|to| reached.get(**to).is_some_and(|all| all.contains(*from)));
                    back.map(|name| (*name).clone()).collect()
                })
                .collect();
            circles.extend(groups.into_iter().map(|group| (parent.join("::"), group)));
        }
        circles
    }
}

fn reached<'a>(arrows: &'a BTreeMap<String, BTreeSet<String>>, from: &'a String) -> BTreeSet<&'a String> {
    let mut all = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        open.extend(arrows.get(next).into_iter().flatten().filter(|to| all.insert(*to)));
    }
    all
}

#[test]
fn modules_of_a_crate_go_in_no_circle() {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        for (parent, circle) in Crate::read(&format!("crates/{name}")).circles() {
            let place = [name.as_str(), &parent].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
            found.insert((place.join("::"), circle));
        }
    }
    let listed: BTreeSet<(String, BTreeSet<String>)> = CIRCLES
        .iter()
        .map(|(place, circle, _)| ((*place).to_owned(), circle.iter().map(|name| (*name).to_owned()).collect()))
        .collect();
    assert_eq!(found, listed, "left: circles there are; right: those that stay");
}
