-- The tables of SQLite and PostgreSQL. `migrations.rs` replaces {text} and {rows}, the differences between them.
-- `doc` is the JSON text as the service sends it; lookups and filters compare the other columns.

CREATE TABLE ethereal (
  chain {text} NOT NULL, -- 'mainnet' or 'sepolia'
  id {text} NOT NULL, -- `_id`; pages are in this order
  source_chain {text} NOT NULL, -- chain id in decimal, or ''
  source_contract {text} NOT NULL, -- address in lower case, or ''
  status {text} NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (chain, id)
) {rows};
-- One for each kind of branch of a page query (`ethereal_query::service::page_query`).
CREATE INDEX ethereal_by_source_chain ON ethereal (chain, source_chain, id);
CREATE INDEX ethereal_by_source_chain_and_status ON ethereal (chain, source_chain, status, id);
CREATE INDEX ethereal_by_status ON ethereal (chain, status, id);
CREATE INDEX ethereal_by_source_contract ON ethereal (chain, source_contract, id);

CREATE TABLE transfer (
  id {text} NOT NULL PRIMARY KEY, -- `_id`
  doc TEXT NOT NULL -- not WITHOUT ROWID: such tables store long texts on extra pages
);
CREATE TABLE transfer_hash (
  chain {text} NOT NULL,
  hash {text} NOT NULL, -- in lower case; every hash on the route
  ts BIGINT NOT NULL, -- `originTimestamp`; of several transfers with one hash the newest is found
  id {text} NOT NULL,
  PRIMARY KEY (chain, hash, ts, id)
) {rows};
CREATE INDEX transfer_hash_by_id ON transfer_hash (id);

CREATE TABLE token (
  chain_id {text} NOT NULL, -- in decimal
  address {text} NOT NULL, -- in lower case
  id {text} NOT NULL, -- in decimal
  standard {text} NOT NULL, -- 'ERC721' or 'ERC1155'
  doc TEXT NOT NULL,
  PRIMARY KEY (chain_id, address, id, standard)
);

CREATE TABLE api_key (
  hash {text} NOT NULL PRIMARY KEY, -- SHA-256 of the key, hexadecimal; the key itself is not stored
  prefix {text} NOT NULL UNIQUE, -- the first characters of the key; `key revoke` takes them
  record TEXT NOT NULL, -- JSON: requestOwner, auth, sponsoredAccount, balanceWei
  created {text} NOT NULL, -- RFC 3339, UTC
  revoked {text} -- RFC 3339, UTC; NULL while the key is in use
) {rows};
