//! The SQL of a page of collections, for SQLite and PostgreSQL.
//!
//! For `IN (…) ORDER BY id LIMIT n`, an engine either reads all rows in order and discards most, or
//! reads all matches and sorts them. With a rare value, each way takes hundreds of milliseconds on
//! a million rows. So each combination of filter values becomes a branch of `UNION ALL`. An index
//! returns the rows of each branch in order, and the engine merges the branches. The outer query
//! then reads the records of the page. For two statuses, the SQL for SQLite is:
//!
//! ```text
//! SELECT e.id, e.doc FROM (
//!   SELECT id FROM ethereal WHERE chain = $1 AND status = $2
//!   UNION ALL
//!   SELECT id FROM ethereal WHERE chain = $1 AND status = $3
//!   ORDER BY id LIMIT 51
//! ) AS page CROSS JOIN ethereal AS e
//! WHERE e.chain = $1 AND e.id = page.id ORDER BY page.id
//! ```

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
    /// The text, with `$1`, `$2`, … for the parameters. The text contains no filter value, so that
    /// engines can keep the statement prepared.
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

/// The columns that a branch compares, with their values. An index on these columns and the id has
/// the rows of the branch in order.
type Branch<'a> = Vec<(&'static str, &'a str)>;

/// The engine that runs the statement. See the example of [`page_query`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// SQLite merges ordered branches and stops at the limit of the statement.
    Sqlite,
    /// PostgreSQL sorts branches that have no limit, which takes 350 ms instead of 1 ms on a million rows.
    Postgres,
}

/// With fewer branches, [`look_ahead_query`] is not worth its time. On 300,000 records, PostgreSQL
/// used 65 µs of CPU time for each branch, and 220 µs for a look at the next records that found too
/// few.
const MIN_BRANCHES_TO_LOOK_AHEAD: usize = 8;

/// The statement that returns `(id, record)` of a page and of one more record, ordered by id. A
/// page of long records has fewer records than its size: the caller may stop reading rows where
/// [`PageRequest::count`] ends the page.
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
    let after_param = page.after.as_ref().map(|id| statement.add_param(id));
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
        // A contract has few collections. The branch of a contract reads all of them, and compares
        // the other filters row by row.
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
    // Without filters, the only branch compares no column, and needs no outer query.
    if let [branch] = branches.as_slice()
        && branch.is_empty()
    {
        let sql = select(&mut statement, "id, doc", branch, after_param, &conditions);
        statement.sql = format!("{sql} ORDER BY id LIMIT {limit}");
        return statement;
    }
    // PostgreSQL refuses a second ORDER BY where there is only one branch.
    let limits_each_branch = engine == Engine::Postgres && branches.len() > 1;
    let mut selects = Vec::new();
    for branch in &branches {
        let sql = select(&mut statement, "id", branch, after_param, &conditions);
        selects.push(if limits_each_branch {
            format!("({sql} ORDER BY id LIMIT {limit})")
        } else {
            sql
        });
    }
    let union = selects.join(" UNION ALL ");
    // The branches select ids only: with records, SQLite reads the table instead of an index, which
    // can take seconds. CROSS JOIN makes SQLite start with the page instead of the table.
    statement.sql = format!(
        "SELECT e.id, e.doc FROM ({union} ORDER BY id LIMIT {limit}) AS page CROSS JOIN ethereal AS e \
         WHERE e.chain = $1 AND e.id = page.id ORDER BY page.id"
    );
    statement
}

/// A statement for PostgreSQL that applies the filters only to the next records in the order of
/// ids: to twice as many records as [`page_query`] may return. A filter with many values often
/// accepts most records, and this statement then finds the page without branches. If its rows do
/// not fill the page, run `page_query`.
///
/// `None` for a few combinations of filter values, and for a filter of contracts.
///
/// ```
/// use ethereal_query::{EtherealsQuery, service::{PageRequest, look_ahead_query}};
/// let page = PageRequest::new(EtherealsQuery::default()).unwrap();
/// assert_eq!(look_ahead_query(&page), None);
/// ```
#[must_use]
pub fn look_ahead_query(page: &PageRequest) -> Option<Statement> {
    let filter = &page.filter;
    let branch_count = filter.source_chains.len().max(1) * filter.statuses.len().max(1);
    if branch_count < MIN_BRANCHES_TO_LOOK_AHEAD || !filter.source_contracts.is_empty() {
        return None;
    }
    let mut statement = Statement::new("", [filter.chain.unwrap_or_default().as_str()]);
    let after_param = page.after.as_ref().map(|id| statement.add_param(id));
    let columns = "id, doc, source_chain, status";
    let next_records = select(&mut statement, columns, &Branch::new(), after_param, "");
    let chains = filter.source_chains.iter().map(SourceChain::as_str);
    let statuses = filter.statuses.iter().map(EtherealStatus::as_str);
    let conditions = [
        in_list(&mut statement, "source_chain", &chains.collect::<Vec<_>>()),
        in_list(&mut statement, "status", &statuses.collect::<Vec<_>>()),
    ];
    let conditions = conditions.concat();
    let limit = page.size + 1;
    let look_ahead_limit = 2 * limit;
    // Each condition begins with ` AND`, so `true` stands before the first.
    statement.sql = format!(
        "SELECT id, doc FROM ({next_records} ORDER BY id LIMIT {look_ahead_limit}) AS next \
         WHERE true{conditions} ORDER BY id LIMIT {limit}"
    );
    Some(statement)
}

/// A branch for each pair of source chain and status. An empty list adds no condition.
fn combinations<'a>(chains: &[&'a str], statuses: &[&'a str]) -> Vec<Branch<'a>> {
    let chain_branches = branch_per_value("source_chain", chains);
    let status_branches = branch_per_value("status", statuses);
    let mut branches = Vec::new();
    for chain in &chain_branches {
        for status in &status_branches {
            branches.push([chain.as_slice(), status.as_slice()].concat());
        }
    }
    branches
}

/// A branch for each value; one branch without a condition when there are no values.
fn branch_per_value<'a>(column: &'static str, values: &[&'a str]) -> Vec<Branch<'a>> {
    match values {
        [] => vec![Vec::new()],
        values => values.iter().map(|value| vec![(column, *value)]).collect(),
    }
}

/// The SELECT of a branch. `after_param` is the number of the parameter with the id of the last
/// record of the previous page. `conditions` follow the conditions of the branch.
fn select(
    statement: &mut Statement,
    columns: &str,
    branch: &Branch<'_>,
    after_param: Option<usize>,
    conditions: &str,
) -> String {
    let mut sql = format!("SELECT {columns} FROM ethereal WHERE chain = $1");
    for (column, value) in branch {
        // Writing to a String cannot fail.
        let _ = write!(sql, " AND {column} = ${}", statement.add_param(value));
    }
    if let Some(number) = after_param {
        let _ = write!(sql, " AND id > ${number}");
    }
    [&sql, conditions].concat()
}

/// ` AND column IN (…)`; empty without values.
fn in_list(statement: &mut Statement, column: &str, values: &[&str]) -> String {
    if values.is_empty() {
        return String::new();
    }
    let mut numbers = Vec::new();
    for value in values {
        let number = statement.add_param(value);
        numbers.push(format!("${number}"));
    }
    format!(" AND {column} IN ({})", numbers.join(", "))
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

    /// The conditions of each branch, with values instead of the numbers of parameters.
    fn conditions(query: &str) -> Vec<String> {
        let Statement { mut sql, params } = sqlite_query(query);
        // From the last number, because `$1` is also the beginning of `$10`.
        for (index, value) in params.iter().enumerate().rev() {
            sql = sql.replace(&format!("${}", index + 1), value);
        }
        let (_, after_parenthesis) = sql.split_once('(').unwrap();
        let (union, _) = after_parenthesis.split_once(" ORDER").unwrap();
        let conditions_of = |select: &str| {
            let (_, conditions) = select.split_once("WHERE ").unwrap();
            conditions.to_owned()
        };
        union.split(" UNION ALL ").map(conditions_of).collect()
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
    fn each_branch_has_a_limit_for_postgres_only() {
        // The limit is one more than the page size.
        let two_statuses = "statuses=active,unfunded&page_size=7";
        assert_eq!(sqlite_query(two_statuses).sql.matches("LIMIT 8").count(), 1);
        // Each of the two branches has a limit, and the page has one.
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
    fn looks_ahead_for_eight_combinations_of_values_but_not_for_contracts() {
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
    fn the_text_has_the_limit_but_no_filter_values() {
        assert_eq!(
            sqlite_query("sourceChains=1,2").sql,
            sqlite_query("sourceChains=30,40").sql
        );
        assert!(
            sqlite_query("page_size=7&statuses=active")
                .sql
                .contains("LIMIT 8)")
        );
        assert!(!sqlite_query("sourceChains=4711").sql.contains("4711"));
    }
}
