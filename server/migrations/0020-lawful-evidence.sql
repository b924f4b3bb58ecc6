-- What the law wants kept beside invoices (docs/decisions/0050).

-- Contracts that entities invoice on, as they were uploaded. Once a basis of a period has named one it is kept for good: `is_kept`.
create table contract_files (
  id uuid primary key,
  file_name text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp')),
  sha256 text not null,
  content bytea not null,
  is_kept boolean not null default false,
  created_by text not null,
  created_at timestamptz not null default now()
);

create function keep_contract_files() returns trigger language plpgsql as $$
begin
  raise exception 'Tệp hợp đồng đã ghi vào căn cứ của một kỳ thì không được xóa, không được đổi.';
end
$$;
create trigger keep_contract_files before delete or update of file_name, content_type, sha256, content, is_kept on contract_files
  for each row when (old.is_kept) execute function keep_contract_files();

-- Invoices that have left are records of the books (K1: ten years). Taking a regeneration back writes all invoices of a period
-- anew under their ids, so what is missing is looked for when the transaction ends.
create function keep_left_invoices() returns trigger language plpgsql as $$
begin
  if not exists (select from invoices where id = old.id) then
    raise exception 'Hóa đơn % đã giao hoặc đã phát hành thì không được xóa.', old.voucher_number;
  end if;
  return null;
end
$$;
create constraint trigger keep_left_invoices after delete on invoices deferrable initially deferred
  for each row when (old.status <> 'draft') execute function keep_left_invoices();

-- The SHA-256 of the lines of the lists that consolidated invoices left with: of each invoice, and of each export by its number.
alter table invoices add column list_sha256 text;
alter table period_exports add column lists jsonb not null default '[]' check (jsonb_typeof(lists) = 'array');

-- Days on which an entity may not issue invoices, each with the notice that says so: contract's Suspension.
alter table profiles add column suspensions jsonb not null default '[]' check (jsonb_typeof(suspensions) = 'array');
