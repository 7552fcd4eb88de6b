//! A page of collections as SQL that SQLite and PostgreSQL both run.
//!
//! `IN (…) ORDER BY id LIMIT n` makes an engine choose between reading in order and discarding, or reading all matches
//! and sorting: with a rare value either takes hundreds of milliseconds on a million rows. So every combination of
//! filter values becomes one arm, which an index gives in order, and the arms are merged.

use super::PageRequest;
use std::fmt::Write;

/// SQL with `$1`, `$2`, … in the order of `params`; all of them text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statement {
    /// The text; the same for every request with as many filter values.
    pub sql: String,
    /// The values.
    pub params: Vec<String>,
}

impl Statement {
    /// A text and its values.
    #[must_use]
    pub fn new(sql: impl Into<String>, params: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { sql: sql.into(), params: params.into_iter().map(Into::into).collect() }
    }

    /// Adds a value; gives its place in the text.
    fn value(&mut self, text: &str) -> usize {
        self.params.push(text.to_owned());
        self.params.len()
    }
}

/// The columns by which an arm is one run of an index, and their values.
type Arm<'a> = Vec<(&'static str, &'a str)>;

/// `(id, record)` of a page and of one record more, in order.
///
/// ```
/// # use ethereal_query::service::{Op, Request, matched, plan};
/// # let request = Request { method: "GET", target: "/ethereals?statuses=active", api_key: None };
/// # let Ok(Op::Ethereals(page)) = matched(&request).unwrap().op() else { panic!() };
/// let statement = plan(&page);
/// assert_eq!(statement.params, ["mainnet", "active"]);
/// ```
#[must_use]
pub fn plan(page: &PageRequest) -> Statement {
    let filter = &page.filter;
    let mut statement = Statement::new("", [filter.chain.unwrap_or_default().as_str()]);
    let after = page.after.as_ref().map(|id| statement.value(id));
    // A contract has few collections: they are all read, and the other filters applied to them.
    let (arms, rest) = match filter.source_contracts.as_slice() {
        [] => (arms(&filter.source_chains, &filter.statuses), None),
        contracts => (by("source_contract", contracts), Some((&filter.source_chains, &filter.statuses))),
    };
    let rest = rest.map_or(String::new(), |(chains, statuses)| {
        [among(&mut statement, "source_chain", chains), among(&mut statement, "status", statuses)].concat()
    });
    let limit = page.size + 1;
    let texts: Vec<String> = arms.iter().map(|values| arm(&mut statement, values, after, &rest, limit)).collect();
    // Ids first: an arm then reads an index only, and no more records are read than the page has.
    let sql = [
        "SELECT e.id, e.doc FROM (",
        &texts.join(" UNION ALL "),
        &format!(" ORDER BY id LIMIT {limit}) AS page JOIN ethereal AS e ON e.chain = $1 AND e.id = page.id ORDER BY e.id"),
    ];
    statement.sql = sql.concat();
    statement
}

/// Source chains times statuses; one arm without a condition when there are neither.
fn arms<'a>(chains: &'a [String], statuses: &'a [String]) -> Vec<Arm<'a>> {
    let (chains, statuses) = (by("source_chain", chains), by("status", statuses));
    chains.iter().flat_map(|chain| statuses.iter().map(move |status| [chain.as_slice(), status].concat())).collect()
}

fn by<'a>(column: &'static str, values: &'a [String]) -> Vec<Arm<'a>> {
    match values {
        [] => vec![Vec::new()],
        values => values.iter().map(|value| vec![(column, value.as_str())]).collect(),
    }
}

fn arm(statement: &mut Statement, values: &Arm<'_>, after: Option<usize>, rest: &str, limit: usize) -> String {
    let mut sql = String::from("SELECT id FROM (SELECT id FROM ethereal WHERE chain = $1");
    for (column, value) in values {
        // Writing to a String cannot fail.
        let _ = write!(sql, " AND {column} = ${}", statement.value(value));
    }
    if let Some(place) = after {
        let _ = write!(sql, " AND id > ${place}");
    }
    let _ = write!(sql, "{rest} ORDER BY id LIMIT {limit}) AS arm");
    sql
}

/// `AND column IN (…)`; nothing without values.
fn among(statement: &mut Statement, column: &str, values: &[String]) -> String {
    let places: Vec<String> = values.iter().map(|value| format!("${}", statement.value(value))).collect();
    if places.is_empty() { String::new() } else { format!(" AND {column} IN ({})", places.join(", ")) }
}
