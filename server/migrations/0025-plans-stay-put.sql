-- Who has looked at an invoice and when: such an invoice is pinned, so a regeneration leaves it as it is.
alter table invoices
  add column reviewed_by text,
  add column reviewed_at timestamptz,
  add constraint reviewed_is_pinned check (reviewed_at is null or (pinned and reviewed_by is not null));

-- What forced each change that a proposal shows.
alter table period_proposal_changes add column reasons jsonb not null default '[]';
