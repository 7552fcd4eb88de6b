//! The SQL of a page of collections, for SQLite and PostgreSQL.
//!
//! For `IN (…) ORDER BY id LIMIT n`, an engine either reads all rows in order and discards most, or reads all matches
//! and sorts them. With a rare value, both take hundreds of milliseconds on a million rows. So each combination of
//! filter values becomes a branch of `UNION ALL`, which an index returns in order, and the engine merges the branches.

use super::PageRequest;
use crate::{
    endpoints::EtherealStatus,
    parameters::{Address, SourceChain},
};
use std::fmt::Write;

/// An SQL statement and the values of its parameters, all of them text. See the example of [`page_query`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statement {
    /// The text, with `$1`, `$2`, … for the parameters. It depends only on how many filter values there are, so
    /// that engines can keep it prepared.
    pub sql: String,
    /// The values, in the order of their numbers.
    pub params: Vec<String>,
}

impl Statement {
    /// A statement with this text and these values.
    #[must_use]
    pub fn new(
        sql: impl Into<String>,
        params: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            sql: sql.into(),
            params: params.into_iter().map(Into::into).collect(),
        }
    }

    /// Adds a value and returns its number.
    fn add_param(&mut self, text: &str) -> usize {
        self.params.push(text.to_owned());
        self.params.len()
    }
}

/// The columns that a branch compares, with their values. An index on these columns and the id has its rows in order.
type Branch<'a> = Vec<(&'static str, &'a str)>;

/// The engine that runs the statement. See the example of [`page_query`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// SQLite merges ordered branches and stops at the limit of the statement.
    Sqlite,
    /// PostgreSQL sorts branches that have no limit, which takes 350 ms instead of 1 ms on a million rows.
    Postgres,
}

/// The number of branches from which [`look_ahead_query`] is worth its time. On 300,000 records, PostgreSQL used 65 µs of the
/// processor for each branch, and 220 µs to look at the next records in vain.
const MIN_BRANCHES_TO_LOOK_AHEAD: usize = 8;

/// The statement that returns `(id, record)` of a page and of one more record, ordered by id. Its caller may stop at the
/// end of the page, which [`PageRequest::count`] finds.
///
/// ```
/// use ethereal_query::{EtherealStatus, EtherealsQuery, service::{Engine, PageRequest, page_query}};
/// let page = PageRequest::new(EtherealsQuery::default().status(EtherealStatus::Active)).unwrap();
/// let statement = page_query(&page, Engine::Sqlite);
/// assert_eq!(statement.params, ["mainnet", "active"]);
/// ```
#[must_use]
pub fn page_query(page: &PageRequest, engine: Engine) -> Statement {
    let filter = &page.filter;
    let mut statement = Statement::new("", [filter.chain.unwrap_or_default().as_str()]);
    let after = page.after.as_ref().map(|id| statement.add_param(id));
    // A contract has few collections, so its branch reads all of them and compares the other filters row by row.
    let chains: Vec<_> = filter
        .source_chains
        .iter()
        .map(SourceChain::as_str)
        .collect();
    let statuses: Vec<_> = filter.statuses.iter().map(EtherealStatus::as_str).collect();
    let contracts: Vec<_> = filter
        .source_contracts
        .iter()
        .map(Address::as_str)
        .collect();
    let (branches, conditions) = if contracts.is_empty() {
        (combinations(&chains, &statuses), String::new())
    } else {
        let in_lists = [
            in_list(&mut statement, "source_chain", &chains),
            in_list(&mut statement, "status", &statuses),
        ];
        (
            branch_per_value("source_contract", &contracts),
            in_lists.concat(),
        )
    };
    let limit = page.size + 1;
    if let [all] = branches.as_slice()
        && all.is_empty()
    {
        let select = select(&mut statement, "id, doc", all, after, &conditions);
        statement.sql = format!("{select} ORDER BY id LIMIT {limit}");
        return statement;
    }
    // PostgreSQL refuses a second ORDER BY where there is only one branch.
    let has_own_limit = engine == Engine::Postgres && branches.len() > 1;
    let selects = branches.iter().map(|branch| {
        let select = select(&mut statement, "id", branch, after, &conditions);
        if has_own_limit {
            format!("({select} ORDER BY id LIMIT {limit})")
        } else {
            select
        }
    });
    let union = selects.collect::<Vec<_>>().join(" UNION ALL ");
    // The branches select ids only: with records, SQLite reads the table instead of an index, which can take seconds.
    // CROSS JOIN makes SQLite start with the page instead of the table.
    statement.sql = format!(
        "SELECT e.id, e.doc FROM ({union} ORDER BY id LIMIT {limit}) AS page CROSS JOIN ethereal AS e \
         WHERE e.chain = $1 AND e.id = page.id ORDER BY page.id"
    );
    statement
}

/// The statement that looks for the rows of [`page_query`] in the next records only, twice as many as the page needs; absent
/// for few combinations of filter values. A filter with many values often accepts most records, and PostgreSQL then
/// reads the page without the branches. When the rows do not fill the page, `page_query` is needed.
///
/// ```
/// use ethereal_query::{EtherealsQuery, service::{PageRequest, look_ahead_query}};
/// let page = PageRequest::new(EtherealsQuery::default()).unwrap();
/// assert_eq!(look_ahead_query(&page), None);
/// ```
#[must_use]
pub fn look_ahead_query(page: &PageRequest) -> Option<Statement> {
    let filter = &page.filter;
    let branches = filter.source_chains.len().max(1) * filter.statuses.len().max(1);
    if branches < MIN_BRANCHES_TO_LOOK_AHEAD || !filter.source_contracts.is_empty() {
        return None;
    }
    let mut statement = Statement::new("", [filter.chain.unwrap_or_default().as_str()]);
    let after = page.after.as_ref().map(|id| statement.add_param(id));
    let columns = "id, doc, source_chain, status";
    let next = select(&mut statement, columns, &Branch::new(), after, "");
    let chains = filter.source_chains.iter().map(SourceChain::as_str);
    let statuses = filter.statuses.iter().map(EtherealStatus::as_str);
    let conditions = [
        in_list(&mut statement, "source_chain", &chains.collect::<Vec<_>>()),
        in_list(&mut statement, "status", &statuses.collect::<Vec<_>>()),
    ];
    let limit = page.size + 1;
    statement.sql = format!(
        "SELECT id, doc FROM ({next} ORDER BY id LIMIT {}) AS next WHERE true{} ORDER BY id LIMIT {limit}",
        2 * limit,
        conditions.concat()
    );
    Some(statement)
}

/// A branch for each pair of source chain and status; one without a condition when there are neither.
fn combinations<'a>(chains: &[&'a str], statuses: &[&'a str]) -> Vec<Branch<'a>> {
    let (chains, statuses) = (
        branch_per_value("source_chain", chains),
        branch_per_value("status", statuses),
    );
    chains
        .iter()
        .flat_map(|chain| {
            statuses
                .iter()
                .map(move |status| [chain.as_slice(), status].concat())
        })
        .collect()
}

fn branch_per_value<'a>(column: &'static str, values: &[&'a str]) -> Vec<Branch<'a>> {
    match values {
        [] => vec![Vec::new()],
        values => values.iter().map(|value| vec![(column, *value)]).collect(),
    }
}

/// The SELECT of a branch. `conditions` follow the conditions of the branch.
fn select(
    statement: &mut Statement,
    columns: &str,
    branch: &Branch<'_>,
    after: Option<usize>,
    conditions: &str,
) -> String {
    let mut sql = format!("SELECT {columns} FROM ethereal WHERE chain = $1");
    for (column, value) in branch {
        // Writing to a String cannot fail.
        let _ = write!(sql, " AND {column} = ${}", statement.add_param(value));
    }
    if let Some(number) = after {
        let _ = write!(sql, " AND id > ${number}");
    }
    [&sql, conditions].concat()
}

/// ` AND column IN (…)`; empty without values.
fn in_list(statement: &mut Statement, column: &str, values: &[&str]) -> String {
    let numbers: Vec<String> = values
        .iter()
        .map(|value| format!("${}", statement.add_param(value)))
        .collect();
    if numbers.is_empty() {
        String::new()
    } else {
        format!(" AND {column} IN ({})", numbers.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        endpoints::Operation,
        service::{Request, match_route},
    };

    fn sqlite_query(query: &str) -> Statement {
        query_for(Engine::Sqlite, query)
    }

    fn query_for(engine: Engine, query: &str) -> Statement {
        page_query(&page(query), engine)
    }

    fn page(query: &str) -> PageRequest {
        let target = ["/ethereals?", query].concat();
        let request = Request {
            method: "GET",
            target: &target,
            api_key: None,
        };
        match match_route(&request).unwrap().operation().unwrap() {
            Operation::Ethereals(query) => PageRequest::new(query).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn reads_the_table_in_order_without_a_filter() {
        let sql = "SELECT id, doc FROM ethereal WHERE chain = $1 ORDER BY id LIMIT 51";
        assert_eq!(sqlite_query(""), Statement::new(sql, ["mainnet"]));
    }

    /// The conditions of each branch, with values instead of their numbers.
    fn conditions(query: &str) -> Vec<String> {
        let Statement { mut sql, params } = sqlite_query(query);
        for (index, value) in params.iter().enumerate().rev() {
            sql = sql.replace(&format!("${}", index + 1), value);
        }
        let union = sql
            .split_once('(')
            .unwrap()
            .1
            .split_once(" ORDER")
            .unwrap()
            .0
            .to_owned();
        union
            .split(" UNION ALL ")
            .map(|select| select.split_once("WHERE ").unwrap().1.to_owned())
            .collect()
    }

    #[test]
    fn each_combination_of_values_is_a_branch() {
        assert_eq!(
            conditions("chain=sepolia&sourceChains=10,1&statuses=unfunded,active"),
            [
                "chain = sepolia AND source_chain = 1 AND status = active",
                "chain = sepolia AND source_chain = 1 AND status = unfunded",
                "chain = sepolia AND source_chain = 10 AND status = active",
                "chain = sepolia AND source_chain = 10 AND status = unfunded",
            ]
        );
        assert_eq!(
            conditions("statuses=active"),
            ["chain = mainnet AND status = active"]
        );
        let [a, b] = ["a", "b"].map(|digit| format!("0x{}", digit.repeat(40)));
        assert_eq!(
            conditions(&format!("sourceContracts={b},{a}&sourceChains=1,10&statuses=active")),
            [a, b].map(|contract| format!(
                "chain = mainnet AND source_contract = {contract} AND source_chain IN (1, 10) AND status IN (active)"
            ))
        );
    }

    #[test]
    fn branches_have_their_own_limit_for_postgres_only() {
        let two_statuses = "statuses=active,unfunded&page_size=7";
        assert_eq!(sqlite_query(two_statuses).sql.matches("LIMIT 8").count(), 1);
        assert_eq!(
            query_for(Engine::Postgres, two_statuses)
                .sql
                .matches("ORDER BY id LIMIT 8)")
                .count(),
            3
        );
        assert_eq!(
            query_for(Engine::Postgres, "statuses=active"),
            sqlite_query("statuses=active")
        );
    }

    #[test]
    fn many_combinations_are_first_looked_for_in_the_next_records() {
        let four_chains = "sourceChains=1,2,3,4";
        assert_eq!(look_ahead_query(&page(four_chains)), None);
        let eight_pairs = &[four_chains, "&statuses=active,unfunded&page_size=7"].concat();
        let sql = "SELECT id, doc FROM (SELECT id, doc, source_chain, status FROM ethereal WHERE chain = $1 \
                   ORDER BY id LIMIT 16) AS next WHERE true AND source_chain IN ($2, $3, $4, $5) \
                   AND status IN ($6, $7) ORDER BY id LIMIT 8";
        assert_eq!(
            look_ahead_query(&page(eight_pairs)),
            Some(Statement::new(
                sql,
                ["mainnet", "1", "2", "3", "4", "active", "unfunded"]
            ))
        );
        let contract = &[eight_pairs, "&sourceContracts=0x", &"a".repeat(40)].concat();
        assert_eq!(look_ahead_query(&page(contract)), None);
    }

    #[test]
    fn the_text_depends_on_the_number_of_values_only() {
        assert_eq!(
            sqlite_query("sourceChains=1,2").sql,
            sqlite_query("sourceChains=30,40").sql
        );
        assert!(
            sqlite_query("page_size=7&statuses=active")
                .sql
                .contains("LIMIT 8)")
        );
        // Values are parameters, never part of the text.
        assert!(!sqlite_query("sourceChains=4711").sql.contains("4711"));
    }
}
