-- Hashes become bytes: their index is half as large. No request can ask for other texts, so their rows disappear.
-- The hashes of a replaced transfer are in its old document, so the index by id disappears.
-- Addresses stay text: as bytes, they would make a database with as many collections as transfers 3 % smaller.

CREATE TABLE new_transfer_hash (
  chain {text} NOT NULL,
  hash {bytes} NOT NULL, -- 32 bytes; every transaction hash on the route
  ts BIGINT NOT NULL, -- `originTimestamp`; of several transfers with one hash the newest is found
  id {text} NOT NULL, -- of the transfer
  PRIMARY KEY (chain, hash, ts, id)
) {rows};
{lock}
INSERT INTO new_transfer_hash (chain, hash, ts, id)
  SELECT chain, {hash_bytes}, ts, id FROM transfer_hash
  WHERE length(hash) = 66 AND substr(hash, 1, 2) = '0x' AND trim(substr(hash, 3), '0123456789abcdef') = ''
  ORDER BY chain, hash, ts, id;
DROP TABLE transfer_hash;
ALTER TABLE new_transfer_hash RENAME TO transfer_hash;
