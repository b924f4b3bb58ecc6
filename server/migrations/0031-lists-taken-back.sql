-- Lists of the portal that are taken back, and the day of an invoice in the purchase ledger (docs/decisions/0070-what-was-left-of-the-room.md).

-- One that was taken back stays in the list and counts no more: its file may come again. `undo_schema` is the schema in which what it
-- changed is kept (`import_changes`, under the list's id); null: it is not kept, or no more.
alter table tax_lists
  add column version integer not null default 1,
  add column undo_schema text,
  add column undone_at timestamptz,
  add column undone_by text,
  drop constraint tax_lists_profile_id_side_sha256_key;
create unique index tax_lists_once on tax_lists (profile_id, side, sha256) where undone_at is null;

create trigger keep_import_insert after insert on tax_list_rows referencing new table as new_rows for each statement
  when (current_setting('khop.import_id', true) <> '') execute function keep_import_changes('profile_id', 'side', 'invoice_key');
create trigger keep_import_update after update on tax_list_rows referencing old table as old_rows new table as new_rows for each statement
  when (current_setting('khop.import_id', true) <> '') execute function keep_import_changes('profile_id', 'side', 'invoice_key');
create trigger keep_import_delete after delete on tax_list_rows referencing old table as old_rows for each statement
  when (current_setting('khop.import_id', true) <> '') execute function keep_import_changes('profile_id', 'side', 'invoice_key');

-- «Ngày hóa đơn»; null: the ledger does not tell it, or was taken in before it was read.
alter table amis_purchase_lines add column invoice_date date;

-- The tax invoices that settled an invoice of ours before AMIS gave the number of a replacement into the same voucher: they settle no
-- other one.
alter table tax_settlements add column earlier_keys text[] not null default '{}';
create index tax_settlements_by_earlier_key on tax_settlements using gin (earlier_keys);
