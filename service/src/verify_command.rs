//! The command `verify`: checks that the rows of a database fit together, and prints each fault.

use crate::store::Store;
use std::process::ExitCode;

/// The maximum number of faults to print. One cause can make millions of them.
const MAX_PRINTED: u64 = 100;

pub(crate) async fn run(store: &Store) -> Result<ExitCode, String> {
    let mut faults = 0;
    let mut report = |fault: String| {
        faults += 1;
        if faults <= MAX_PRINTED {
            println!("{fault}");
        }
    };
    let counts = store.verify(MAX_PRINTED, &mut report).await.map_err(|e| e.to_string())?;
    if faults > MAX_PRINTED {
        println!("… and {} more.", faults - MAX_PRINTED);
    }
    let rows: Vec<_> = counts.iter().map(|(table, rows)| format!("{rows} of {table}")).collect();
    let plural = if faults == 1 { "fault" } else { "faults" };
    println!("Checked rows: {}. Found {faults} {plural}.", rows.join(", "));
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
