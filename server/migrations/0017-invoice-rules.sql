-- Every set of dated invoice rules that a site has had; the latest is in force. Version 1 is what ships and has no row.
create table invoice_rule_sets (
  version integer primary key check (version > 1),
  -- The whole set (engine: invoice-rules.ts); null: what ships, as this version of the product ships it.
  rules jsonb,
  action text not null check (action in ('edit', 'reset', 'confirm')),
  reason text not null,
  created_by text not null,
  created_at timestamptz not null default now()
);

create function refuse_rewriting_rules() returns trigger language plpgsql as $$
begin
  raise exception 'The history of invoice rules is append-only';
end $$;

create trigger invoice_rule_sets_append_only before update or delete on invoice_rule_sets
  for each row execute function refuse_rewriting_rules();
