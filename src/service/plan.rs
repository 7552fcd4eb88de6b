//! A page of collections as SQL that SQLite and PostgreSQL both run.
//!
//! `IN (…) ORDER BY id LIMIT n` makes an engine choose between reading in order and discarding, or reading all matches
//! and sorting: with a rare value either takes hundreds of milliseconds on a million rows. So every combination of
//! filter values becomes one arm, which an index gives in order, and the arms are merged.

use super::PageRequest;
use crate::{Address, EtherealStatus, SourceChain};
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

/// Who runs the statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Merges arms that come in order and stops at the limit of the whole.
    Sqlite,
    /// Sorts arms that have no limit of their own: 350 ms instead of 1 ms on a million rows.
    Postgres,
}

/// `(id, record)` of a page and of one record more, in order.
///
/// ```
/// # use ethereal_query::service::{Engine, Operation, Request, match_route, plan};
/// # let request = Request { method: "GET", target: "/ethereals?statuses=active", api_key: None };
/// # let Ok(Operation::Ethereals(page)) = match_route(&request).unwrap().operation() else { panic!() };
/// let statement = plan(&page, Engine::Postgres);
/// assert_eq!(statement.params, ["mainnet", "active"]);
/// ```
#[must_use]
pub fn plan(page: &PageRequest, engine: Engine) -> Statement {
    let filter = &page.filter;
    let mut statement = Statement::new("", [filter.chain.unwrap_or_default().as_str()]);
    let after = page.after.as_ref().map(|id| statement.value(id));
    // A contract has few collections: they are all read, and the other filters applied to them.
    let chains: Vec<_> = filter.source_chains.iter().map(SourceChain::as_str).collect();
    let statuses: Vec<_> = filter.statuses.iter().map(EtherealStatus::as_str).collect();
    let contracts: Vec<_> = filter.source_contracts.iter().map(Address::as_str).collect();
    let (arms, rest) = if contracts.is_empty() {
        (arms(&chains, &statuses), String::new())
    } else {
        let rest = [among(&mut statement, "source_chain", &chains), among(&mut statement, "status", &statuses)];
        (by("source_contract", &contracts), rest.concat())
    };
    let limit = page.size + 1;
    if let [all] = arms.as_slice()
        && all.is_empty()
    {
        let table = arm(&mut statement, "id, doc", all, after, &rest);
        statement.sql = format!("{table} ORDER BY id LIMIT {limit}");
        return statement;
    }
    // A lone arm has the limit of the whole.
    let bare = engine == Engine::Sqlite || arms.len() == 1;
    let texts = arms.iter().map(|values| {
        let sql = arm(&mut statement, "id", values, after, &rest);
        if bare { sql } else { format!("({sql} ORDER BY id LIMIT {limit})") }
    });
    let texts = texts.collect::<Vec<_>>().join(" UNION ALL ");
    // Ids first: with records in the arms SQLite reads the table instead of an index, which may take seconds. CROSS keeps
    // it from beginning with the table.
    statement.sql = format!(
        "SELECT e.id, e.doc FROM ({texts} ORDER BY id LIMIT {limit}) AS page CROSS JOIN ethereal AS e \
         WHERE e.chain = $1 AND e.id = page.id ORDER BY page.id"
    );
    statement
}

/// Source chains times statuses; one arm without a condition when there are neither.
fn arms<'a>(chains: &[&'a str], statuses: &[&'a str]) -> Vec<Arm<'a>> {
    let (chains, statuses) = (by("source_chain", chains), by("status", statuses));
    chains.iter().flat_map(|chain| statuses.iter().map(move |status| [chain.as_slice(), status].concat())).collect()
}

fn by<'a>(column: &'static str, values: &[&'a str]) -> Vec<Arm<'a>> {
    match values {
        [] => vec![Vec::new()],
        values => values.iter().map(|value| vec![(column, *value)]).collect(),
    }
}

fn arm(statement: &mut Statement, columns: &str, values: &Arm<'_>, after: Option<usize>, rest: &str) -> String {
    let mut sql = format!("SELECT {columns} FROM ethereal WHERE chain = $1");
    for (column, value) in values {
        // Writing to a String cannot fail.
        let _ = write!(sql, " AND {column} = ${}", statement.value(value));
    }
    if let Some(place) = after {
        let _ = write!(sql, " AND id > ${place}");
    }
    [&sql, rest].concat()
}

/// `AND column IN (…)`; nothing without values.
fn among(statement: &mut Statement, column: &str, values: &[&str]) -> String {
    let places: Vec<String> = values.iter().map(|value| format!("${}", statement.value(value))).collect();
    if places.is_empty() { String::new() } else { format!(" AND {column} IN ({})", places.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{Operation, Request, match_route};

    fn planned(query: &str) -> Statement {
        planned_for(Engine::Sqlite, query)
    }

    fn planned_for(engine: Engine, query: &str) -> Statement {
        let target = ["/ethereals?", query].concat();
        let request = Request { method: "GET", target: &target, api_key: None };
        match match_route(&request).unwrap().operation().unwrap() {
            Operation::Ethereals(page) => plan(&page, engine),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_a_filter_the_table_is_in_order_already() {
        let sql = "SELECT id, doc FROM ethereal WHERE chain = $1 ORDER BY id LIMIT 51";
        assert_eq!(planned(""), Statement::new(sql, ["mainnet"]));
    }

    /// The conditions of every arm, with the values in place.
    fn conditions(query: &str) -> Vec<String> {
        let Statement { mut sql, params } = planned(query);
        for (place, value) in params.iter().enumerate().rev() {
            sql = sql.replace(&format!("${}", place + 1), value);
        }
        let arms = sql.split_once('(').unwrap().1.split_once(" ORDER").unwrap().0.to_owned();
        arms.split(" UNION ALL ").map(|arm| arm.split_once("WHERE ").unwrap().1.to_owned()).collect()
    }

    #[test]
    fn every_combination_is_an_arm() {
        assert_eq!(
            conditions("chain=sepolia&sourceChains=10,1&statuses=unfunded,active"),
            [
                "chain = sepolia AND source_chain = 1 AND status = active",
                "chain = sepolia AND source_chain = 1 AND status = unfunded",
                "chain = sepolia AND source_chain = 10 AND status = active",
                "chain = sepolia AND source_chain = 10 AND status = unfunded",
            ]
        );
        assert_eq!(conditions("statuses=active"), ["chain = mainnet AND status = active"]);
        let [a, b] = ["a", "b"].map(|digit| format!("0x{}", digit.repeat(40)));
        assert_eq!(
            conditions(&format!("sourceContracts={b},{a}&sourceChains=1,10&statuses=active")),
            [a, b].map(|contract| format!(
                "chain = mainnet AND source_contract = {contract} AND source_chain IN (1, 10) AND status IN (active)"
            ))
        );
    }

    #[test]
    fn arms_have_a_limit_each_where_the_engine_needs_it() {
        let many = "statuses=active,unfunded&page_size=7";
        assert_eq!(planned(many).sql.matches("LIMIT 8").count(), 1);
        assert_eq!(planned_for(Engine::Postgres, many).sql.matches("ORDER BY id LIMIT 8)").count(), 3);
        // PostgreSQL refuses two ORDER BY after one arm.
        assert_eq!(planned_for(Engine::Postgres, "statuses=active").sql, planned("statuses=active").sql);
    }

    #[test]
    fn the_text_depends_on_how_many_values_there_are_only() {
        assert_eq!(planned("sourceChains=1,2").sql, planned("sourceChains=30,40").sql);
        assert!(planned("page_size=7&statuses=active").sql.contains("LIMIT 8)"));
        // Values never become text of the statement.
        assert!(!planned("sourceChains=4711").sql.contains("4711"));
    }
}
