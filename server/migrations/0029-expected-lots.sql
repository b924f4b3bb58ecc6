-- Purchase invoices become expected lots (docs/decisions/0067-expected-lots.md).

-- The supplier and the VAT of a line of the purchase ledger; lines that were read before have none until their ledger is read again.
alter table amis_purchase_lines
  add column supplier_code text not null default '',
  add column supplier_name text not null default '',
  add column vat_amount bigint;

-- Texts of a supplier's item as they are compared: without case and doubled blanks. Marks stay: «bò» is not «bơ».
create function supplier_text(said text) returns text language sql immutable parallel safe
as $$ select lower(btrim(regexp_replace(normalize(said, NFC), '\s+', ' ', 'g'))) $$;

-- The lines of purchase invoices that may be goods, in the words of the supplier. They only repeat what tax_invoices.invoice says.
create table tax_invoice_goods (
  tax_invoice_id uuid not null references tax_invoices (id) on delete cascade,
  -- Place in the invoice, from 1.
  at integer not null,
  kind text not null check (kind in ('goods', 'promotion', 'special', 'unknown')),
  code text not null,
  name text not null,
  unit text not null,
  -- What names the item for this supplier: its code, else its name; and its unit.
  item_key text not null generated always as (
    case when btrim(code) <> '' then 'code:' || supplier_text(code) else 'name:' || supplier_text(name) end) stored,
  unit_key text not null generated always as (supplier_text(unit)) stored,
  -- Signed as the invoice has it; null: the line has none.
  quantity numeric(24, 6),
  -- In đồng before VAT; null: the line has none, or is in a foreign currency without a rate.
  value bigint,
  primary key (tax_invoice_id, at)
);

-- Keeps the lines of those of the invoices that are somebody's purchase. A figure that no column has room for is left out: the
-- invoice itself still has it.
create function keep_tax_invoice_goods(ids uuid[]) returns void language sql as $$
  insert into tax_invoice_goods (tax_invoice_id, at, kind, code, name, unit, quantity, value)
  select t.id, l.at, l.kind, l.code, l.name, l.unit,
    case when abs(l.quantity) < 1e15 then l.quantity end,
    case when abs(v.value) < 1e17 then round(v.value)::bigint end
  from tax_invoices t
  cross join lateral jsonb_to_recordset(t.invoice -> 'lines')
    as l (at integer, kind text, code text, name text, unit text, quantity numeric, amount numeric)
  cross join lateral (
    select l.amount * case when t.currency = 'VND' then 1 else (t.invoice ->> 'exchangeRate')::numeric end as value) v
  where t.id = any (ids) and l.kind in ('goods', 'promotion', 'special', 'unknown')
    and exists (select from tax_invoice_sides s where s.tax_invoice_id = t.id and s.side = 'purchase')
  on conflict do nothing
$$;
select keep_tax_invoice_goods((select array_agg(id) from tax_invoices));

-- The AMIS product that a supplier's item is, for all invoices of that supplier to this profile.
create table supplier_item_connections (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  supplier_tax_code text not null,
  item_key text not null,
  unit_key text not null,
  -- In the words of the invoice that was looked at when it was decided.
  supplier_name text not null,
  item_code text not null,
  item_name text not null,
  unit text not null,
  -- Null: not goods that AMIS keeps in stock.
  amis_product_id uuid references amis_products (id),
  -- AMIS units per unit of the supplier: "12", "0.5" or "1/24".
  factor text check ((amis_product_id is null) = (factor is null)),
  origin text not null check (origin in ('manual', 'suggestion')),
  -- Those that were accepted together are undone together.
  batch_id uuid,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  unique (profile_id, supplier_tax_code, item_key, unit_key)
);
create index supplier_item_connections_by_product on supplier_item_connections (amis_product_id);
create index supplier_item_connections_by_batch on supplier_item_connections (batch_id) where batch_id is not null;

-- What the matcher thought of the items that had no connection when it last ran; each run writes all of its profile anew.
create table supplier_item_suggestions (
  profile_id uuid not null references profiles (id) on delete cascade,
  supplier_tax_code text not null,
  item_key text not null,
  unit_key text not null,
  -- 1 is the best.
  place integer not null,
  amis_product_id uuid not null references amis_products (id) on delete cascade,
  score double precision not null,
  evidence jsonb not null,
  factor text,
  factor_evidence jsonb not null default '[]',
  factor_contradicted boolean not null default false,
  primary key (profile_id, supplier_tax_code, item_key, unit_key, place)
);
create index supplier_item_suggestions_by_product on supplier_item_suggestions (amis_product_id);

-- Expected lots are answers that are computed once per revision (docs/decisions/0031).
do $$
declare
  watched text;
begin
  foreach watched in array array[
    'tax_invoices', 'tax_invoice_sides', 'tax_invoice_relations', 'tax_invoice_goods', 'supplier_item_connections']
  loop
    execute format('create or replace trigger note_data_change after insert or update or delete or truncate on %I
      for each statement execute function note_data_change()', watched);
  end loop;
end
$$;
