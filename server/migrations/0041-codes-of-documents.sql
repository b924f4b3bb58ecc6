-- Numbers of documents are compared without case, as codes are everywhere.
drop index sales_ledger_lines_by_document;
create index sales_ledger_lines_by_document on sales_ledger_lines (lower(doc_no));
