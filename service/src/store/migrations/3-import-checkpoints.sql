-- The positions of imports in the files that they follow. An import changes its row in the transaction of its records.

CREATE TABLE import_checkpoint (
  kind {text} NOT NULL, -- 'transfer', 'ethereal' or 'token'
  name {text} NOT NULL, -- of --checkpoint
  checkpoint TEXT NOT NULL, -- JSON: inode, offset, line, sha256
  PRIMARY KEY (kind, name)
) {rows};
