-- The orders in which people page through the two longest lists, to the last of 100,000 products or 300,000 ledger lines.
create index amis_products_by_name on amis_products (profile_id, name collate "vi-x-icu", id);
create index sales_ledger_lines_by_day on sales_ledger_lines (doc_date, source_key);
