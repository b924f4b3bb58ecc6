-- Rows on their way in: what a run has read from a file or from Bravo, chunk by chunk, before one transaction takes it
-- over into its table. Deleted when the run ends.
create table staged_rows (
  run_id uuid not null,
  -- Identifies the row within its target, e.g. a product code or a ledger line's source key.
  key text not null,
  -- Row of the file, from 1; null for rows that come from Bravo.
  row_number integer,
  -- Hash of `data`: a row whose stored twin carries the same one is left alone.
  fingerprint text not null default '',
  -- Database column → value.
  data jsonb not null,
  primary key (run_id, key)
);
