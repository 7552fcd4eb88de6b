//! The command `key`: creates, lists and revokes API keys.

use crate::{
    api_key,
    cli::{Create, Key},
    output,
    store::{KeyRow, Store},
};
use ethereal_query::{Address, service::KeyRecord};
use serde_json::{Map, Value, json};
use std::time::SystemTime;

pub(crate) async fn run(command: &Key, store: &Store) -> Result<(), String> {
    match command {
        Key::Create(create) => {
            let record = record(create)?;
            let key = api_key::generate()
                .map_err(|e| format!("The system gives no random numbers: {e}"))?;
            let row = KeyRow {
                prefix: api_key::prefix(&key).to_owned(),
                record,
                created: now()?,
                revoked: None,
            };
            store.add_key(&key, &row).await?;
            output::note(&format!(
                "A key for {:?}. Save it now: the service stores only its hash.",
                create.owner
            ));
            if let Err(error) = output::print(&key) {
                // The operator has not seen the key and cannot use it.
                store.revoke(&row.prefix, &now()?).await?;
                return Err(format!(
                    "Cannot write the key to standard output: {error}. It is revoked"
                ));
            }
        }
        Key::List { .. } => {
            for row in store.keys().await? {
                let record = KeyRecord::read(&row.record)?;
                let state = row
                    .revoked
                    .map_or("in use".to_owned(), |time| format!("revoked {time}"));
                let (prefix, owner, created) = (row.prefix, record.request_owner, row.created);
                output::print_or_exit(&format!("{prefix}  {owner:?}  created {created}  {state}"));
            }
        }
        Key::Revoke { prefix, .. } => {
            if !store.revoke(prefix, &now()?).await? {
                // The message hides the value, which may be a whole key.
                return Err("Invalid PREFIX (value hidden). Expected the prefix of a key in use, as `key list` \
                            shows it."
                    .to_owned());
            }
            let seconds = api_key::CACHE_TIME.as_secs();
            // An error of `print` is ignored, because the key is revoked.
            let _ = output::print(&format!(
                "Revoked {prefix}. Running services reject it within {seconds} seconds."
            ));
        }
    }
    Ok(())
}

/// The record of a new key, from which `GET /project` responds.
fn record(create: &Create) -> Result<String, String> {
    serde_json::from_str::<Map<String, Value>>(&create.auth).map_err(|e| {
        format!(
            "Invalid --auth: {:?} ({e}). Expected a JSON object, such as {{\"deliveries\":[\"read\"]}}.",
            create.auth
        )
    })?;
    if let Some(account) = &create.account {
        account
            .parse::<Address>()
            .map_err(|e| format!("--account: {e}"))?;
    }
    // The record gets the text of --auth unchanged. Parsed JSON would lose the order of the names
    // and the digits of long numbers.
    let mut members = vec![
        ("requestOwner", json!(create.owner).to_string()),
        ("auth", create.auth.trim().to_owned()),
    ];
    for (name, value) in [
        ("sponsoredAccount", &create.account),
        ("balanceWei", &create.balance_wei),
    ] {
        if let Some(value) = value {
            members.push((name, json!(value).to_string()));
        }
    }
    let members: Vec<_> = members
        .into_iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    let text = format!("{{{}}}", members.join(","));
    // Checks the record as the service reads it.
    KeyRecord::read(&text)?;
    Ok(text)
}

/// The current time in RFC 3339, to the second.
///
/// # Errors
/// The clock is before 1970, as on a machine without a battery, so that `created` would be wrong.
fn now() -> Result<String, String> {
    let now = SystemTime::now();
    if now < SystemTime::UNIX_EPOCH {
        return Err("The clock of the system is before 1970. Set it, and try again.".to_owned());
    }
    Ok(humantime::format_rfc3339_seconds(now).to_string())
}
