-- The audit log. Audit events are written once and chained: a seal gives an event its place in the chain, and its hash covers
-- the event, the moment of sealing and the hash before it. A later change, removal or insertion means writing every later
-- hash anew, which a hash that was kept elsewhere betrays.
--
-- Events are sealed shortly after their transaction has committed, not in it: writers do not wait for each other, and the order is
-- simply that in which seals are written (docs/decisions/0032-audit-chain.md; the canonical text: docs/security.md).

create table audit_events (
  id uuid primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  summary text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_events_by_time on audit_events (at desc, id desc);
create index audit_events_by_entity on audit_events (entity, entity_id, at desc);

create table audit_seals (
  position bigint primary key check (position > 0),
  -- No reference: a database from which an event was removed by force must still be backed up and restored as it is.
  event_id uuid not null unique,
  sealed_at timestamptz not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

-- The service's own database login cannot change, delete or truncate them: the right is refused by the database, not by the
-- service's good will.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_audit_change();
-- The rights too, also of the owner: it would have to grant them to itself first. A superuser needs none.
revoke update, delete, truncate on audit_events, audit_seals from public, current_user;

-- The moment of an event is the database's own, whatever the insert says.
create function stamp_audit_event() returns trigger language plpgsql as $$
begin
  new.at := now();
  return new;
end
$$;
create trigger audit_events_stamped before insert on audit_events
  for each row execute function stamp_audit_event();

-- One field of the canonical text: "length in octets:text,", and "-," for none.
create function audit_field(value text) returns text language sql immutable as $$
  select case when value is null then '-,' else octet_length(convert_to(value, 'UTF8')) || ':' || value || ',' end
$$;

create function audit_moment(value timestamptz) returns text language sql immutable as $$
  select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

create function audit_hash(previous text, place bigint, sealed timestamptz, event audit_events) returns text
language sql stable as $$
  select encode(sha256(convert_to(string_agg(audit_field(field), '' order by number), 'UTF8')), 'hex')
  from unnest(array[
    previous, place::text, audit_moment(sealed), event.id::text, audit_moment(event.at), event.actor, event.action,
    event.entity, event.entity_id, event.summary, event.before::text, event.after::text, event.request_id
  ]) with ordinality as fields (field, number)
$$;

-- Seals what has been committed and is not sealed yet; answers how many. Events of the day before the last seal are looked
-- at, for no transaction is open for so long; with `everything`, all of them. Of two callers at once one seals nothing.
create function seal_audit_events(everything boolean default false) returns integer language plpgsql as $$
declare
  last_seal audit_seals;
  event audit_events;
  place bigint;
  head text;
  moment timestamptz := clock_timestamp();
begin
  select * into last_seal from audit_seals order by position desc limit 1;
  place := coalesce(last_seal.position, 0);
  head := coalesce(last_seal.hash, repeat('0', 64));
  for event in
    select e.* from audit_events e
    where (everything or last_seal.position is null or e.at >= last_seal.sealed_at - interval '1 day')
      and not exists (select from audit_seals s where s.event_id = e.id)
    order by e.at, e.id
  loop
    place := place + 1;
    head := audit_hash(head, place, moment, event);
    insert into audit_seals (position, event_id, sealed_at, hash) values (place, event.id, moment, head);
  end loop;
  return place - coalesce(last_seal.position, 0);
exception when unique_violation then
  return 0;
end
$$;
