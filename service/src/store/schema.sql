-- The tables, for SQLite and PostgreSQL alike. {text} and {rows} are what differs, see `store.rs`.
-- `doc` is the JSON text as it is sent; the other columns are what it is found by.

CREATE TABLE ethereal (
  chain {text} NOT NULL, -- 'mainnet' or 'sepolia'
  id {text} NOT NULL, -- `_id`; pages are in this order
  source_chain {text} NOT NULL, -- chain id in decimal, or ''
  source_contract {text} NOT NULL, -- address in lower case, or ''
  status {text} NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (chain, id)
) {rows};
-- One for every kind of arm that the planner makes (`ethereal_query::service::plan`).
CREATE INDEX ethereal_by_source_chain ON ethereal (chain, source_chain, id);
CREATE INDEX ethereal_by_source_chain_and_status ON ethereal (chain, source_chain, status, id);
CREATE INDEX ethereal_by_status ON ethereal (chain, status, id);
CREATE INDEX ethereal_by_source_contract ON ethereal (chain, source_contract, id);

CREATE TABLE transfer (
  id {text} NOT NULL PRIMARY KEY, -- `_id`
  doc TEXT NOT NULL -- an ordinary table in SQLite too: the other kind gives long texts pages of their own
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
  hash {text} NOT NULL PRIMARY KEY, -- SHA-256 of the key, hexadecimal; the key itself is nowhere
  prefix {text} NOT NULL UNIQUE, -- its first characters, to name it
  record TEXT NOT NULL, -- JSON: requestOwner, auth, sponsoredAccount, balanceWei
  created {text} NOT NULL, -- RFC 3339, UTC
  revoked {text} -- the same
) {rows};
