-- Audit events are written once. Whoever holds the service's own database login cannot change, delete or truncate them:
-- the right is refused by the database, not by the service's good will.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();
