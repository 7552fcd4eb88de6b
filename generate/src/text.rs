//! Texts of TypeScript: comments and unions.

use ethereal_query::Property;

pub(crate) type Lines = &'static [&'static str];

/// The documentation of a type.
pub(crate) struct Docs {
    pub(crate) sentences: Vec<String>,
    /// The lines of its `@example`.
    pub(crate) example: Vec<String>,
}

/// The lines before the examples, without the references to examples of Rust.
pub(crate) fn sentences(docs: &[String]) -> Vec<String> {
    let lines = docs.iter().take_while(|line| !line.starts_with("```"));
    let lines: Vec<String> = lines
        .filter(|line| !line.starts_with("See the example of"))
        .cloned()
        .collect();
    // An empty line separates the sentences from the first example.
    lines
        .strip_suffix(&[String::new()])
        .unwrap_or(&lines)
        .to_vec()
}

/// The lines of the block of TypeScript, as an `@example`.
pub(crate) fn ts_example(name: &str, docs: &[String]) -> Vec<String> {
    let code = docs
        .iter()
        .skip_while(|line| *line != "```ts")
        .skip(1)
        .take_while(|line| *line != "```");
    let lines: Vec<&str> = code.map(String::as_str).collect();
    assert!(
        !lines.is_empty(),
        "the documentation of {name} has no block ```ts: add an example"
    );
    example(&lines)
}

/// A text with an upper-case letter for each `_` and the letter after it: `camelCase` for
/// `camel_case`.
pub(crate) fn camel_case(text: &str) -> String {
    let mut words = text.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (initial, rest) = word.split_at(1);
        name.push_str(&initial.to_ascii_uppercase());
        name.push_str(rest);
    }
    name
}

/// The lines of an `@example`.
pub(crate) fn example(lines: &[&str]) -> Vec<String> {
    [vec!["@example".to_owned()], trimmed_lines(lines)].concat()
}

/// The members of an interface. `documentation` converts the lines of a doc comment for TypeScript.
pub(crate) fn members(
    properties: &[Property],
    documentation: fn(&[String]) -> Vec<String>,
) -> String {
    let lines = properties.iter().map(
        |Property {
             name,
             required,
             ty,
             docs,
         }| {
            let mark = if *required { "" } else { "?" };
            comment("  ", &documentation(&trimmed_lines(docs)))
                + &format!("  {name}{mark}: {ty};\n")
        },
    );
    lines.collect()
}

/// A union of names with their meanings. An open union also accepts other strings, and editors still suggest the names.
pub(crate) fn union(name: &str, docs: Docs, values: &[(&str, Lines)], open: bool) -> String {
    let mut lines = docs.sentences;
    lines.extend([
        String::new(),
        "| Value | Meaning |".to_owned(),
        "|---|---|".to_owned(),
    ]);
    lines.extend(values.iter().map(|(value, docs)| {
        format!(
            "| `{value}` | {} |",
            trimmed_lines(docs).join(" ").replace('|', "\\|")
        )
    }));
    lines.push(String::new());
    lines.extend(docs.example);
    let mut members: Vec<String> = values
        .iter()
        .map(|(value, _)| format!("\"{value}\""))
        .collect();
    if open {
        members.push("(string & {})".to_owned());
    }
    comment("", &lines) + &format!("export type {name} = {};\n", members.join(" | "))
}

/// The lines of a doc comment without the space at the beginning of each.
pub(crate) fn trimmed_lines(docs: &[&str]) -> Vec<String> {
    docs.iter().map(|line| line.trim().to_owned()).collect()
}

pub(crate) fn comment(indent: &str, lines: &[String]) -> String {
    assert!(
        !lines.iter().any(|line| line.contains("*/")),
        "a comment cannot hold its own end"
    );
    match lines {
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let body = lines
                .iter()
                .map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
            format!("{indent}/**\n{}{indent} */\n", body.collect::<String>())
        }
    }
}
