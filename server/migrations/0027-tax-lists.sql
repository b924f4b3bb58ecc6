-- Lists of invoices from the tax portal, and the room that they share with the XML (docs/decisions/0065-lists-and-fates.md).

-- A list that was taken in, once for each profile and side. It covers its days for its channels; `rejected_count` > 0: not wholly.
create table tax_lists (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  side text not null check (side in ('purchase', 'sale')),
  file_name text not null,
  sha256 text not null,
  size integer not null,
  from_date date not null,
  to_date date not null,
  -- The exports of the portal that it holds.
  channels text[] not null check (channels <@ array['coded', 'uncoded', 'register']),
  -- The workbook's own moment, where it says a believable one.
  made_at timestamptz,
  row_count integer not null,
  rejected_count integer not null,
  -- The run that brought it.
  run_id uuid not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  unique (profile_id, side, sha256)
);
create index tax_lists_by_days on tax_lists (profile_id, side, to_date);

-- What the newest list says of an invoice.
create table tax_list_rows (
  profile_id uuid not null references profiles (id),
  side text not null check (side in ('purchase', 'sale')),
  invoice_key text not null,
  -- Address of the invoice in the room while its XML is not there: the same for all lists (a UUID of version 8).
  room_id uuid not null generated always as (
    overlay(overlay(md5(invoice_key) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid
  ) stored,
  list_id uuid not null references tax_lists (id),
  row_number integer not null,
  seller_tax_code text not null,
  form text not null,
  symbol text not null,
  number text not null,
  date date not null,
  partner_tax_code text not null default '',
  partner_name text not null default '',
  -- In đồng.
  before_vat bigint,
  vat bigint,
  total bigint not null,
  currency text not null,
  state text check (state in ('new', 'replacing', 'adjusting', 'replaced', 'adjusted', 'cancelled')),
  processing text,
  -- Moment of its list: made_at, else created_at. An older list never takes a newer one's place.
  said_at timestamptz not null,
  -- Between two profiles both have a row: the newest of them speaks for the invoice.
  speaks boolean not null default false,
  search text not null,
  primary key (profile_id, side, invoice_key)
);
create unique index tax_list_rows_speaking on tax_list_rows (invoice_key) where speaks;
create index tax_list_rows_by_key on tax_list_rows (invoice_key);
create index tax_list_rows_by_room_id on tax_list_rows (room_id);
create index tax_list_rows_by_date on tax_list_rows (profile_id, side, date);
create index tax_list_rows_by_list on tax_list_rows (list_id);

-- Each invoice once: as its XML says it, and those that lists alone know. Only the state is the list's word about both.
create view tax_room as
select t.id, t.invoice_key, t.seller_tax_code, t.form, t.symbol, t.number, t.date, t.seller_name, t.buyer_name, t.buyer_tax_code,
  t.currency, t.before_vat, t.vat, t.total, t.line_count, t.relation, t.verdict, t.signer, t.problem_count, t.search, t.created_at,
  l.state, l.processing, case when l.invoice_key is null then 'xml' else 'both' end as evidence
from tax_invoices t
left join tax_list_rows l on l.invoice_key = t.invoice_key and l.speaks
where t.is_current
union all
select l.room_id, l.invoice_key, l.seller_tax_code, l.form, l.symbol, l.number, l.date,
  case l.side when 'purchase' then l.partner_name else p.name end,
  case l.side when 'purchase' then p.name else l.partner_name end,
  case l.side when 'purchase' then p.tax_code else l.partner_tax_code end,
  l.currency, l.before_vat, l.vat, l.total, 0,
  case l.state when 'replacing' then 'replaces' when 'adjusting' then 'adjusts' else 'new' end,
  null, null, 0, l.search, tl.created_at,
  l.state, l.processing, 'list'
from tax_list_rows l
join profiles p on p.id = l.profile_id
join tax_lists tl on tl.id = l.list_id
where l.speaks and not exists (select from tax_invoices t where t.invoice_key = l.invoice_key and t.is_current);

-- The profiles for which an invoice of the room is a purchase or a sale.
create view tax_room_sides as
select tax_invoice_id as room_id, profile_id, side from tax_invoice_sides
union all
select room_id, profile_id, side from tax_list_rows;
