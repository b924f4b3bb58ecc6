-- An entry of an AMIS ledger may be several sales at once, as shops gather those of a day (docs/decisions/0074-an-entry-of-several-lines.md).

-- The lines beside `source_key` that a person said the entry to be, in the order in which its goods are used up.
alter table period_reconciliations
  add column other_lines text[] not null default '{}',
  add constraint period_reconciliations_others check (source_key is not null or other_lines = '{}');
