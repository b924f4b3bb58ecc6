-- A number of digits alone loses the zeros before them in a spreadsheet: «123» that a person gives is Bravo's «0000123» of that month.
drop index sales_ledger_lines_by_document;
create index sales_ledger_lines_by_document on sales_ledger_lines (regexp_replace(lower(doc_no), '^0+(?=[1-9][0-9]*$)', ''));
