-- Items and partners that a file gave, beside those that Bravo itself gives (decision 0029).
alter table bravo_items
  add column source text not null default 'bravo' check (source in ('bravo', 'given')),
  add column given_by text not null default '';
alter table bravo_partners
  add column source text not null default 'bravo' check (source in ('bravo', 'given')),
  add column given_by text not null default '';
