-- Sales that somebody gave, beside those that Bravo has: they outlive every load, and their keys are never Bravo's.
alter table sales_ledger_lines
  add column source text not null default 'bravo' check (source in ('bravo', 'given')),
  add column given_by text not null default '',
  add constraint sales_ledger_lines_given_key check ((source = 'given') = (source_key like 'given/%'));
create index sales_ledger_lines_given on sales_ledger_lines (doc_date, source_key) where source = 'given';
create index sales_ledger_lines_by_document on sales_ledger_lines (doc_no);
