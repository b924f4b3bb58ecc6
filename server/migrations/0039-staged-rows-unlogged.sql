-- Rows on their way in need no log of their own: a crash of the database empties the table, and a run whose rows are gone
-- starts over. This nearly halves what the check of a large file writes to the log.
alter table staged_rows set unlogged;

-- How many rows the run has staged. Logged like the checkpoint and committed with it, it tells whether they are still there.
-- A run that was at work during the migration counts none and starts over.
alter table runs add column staged integer not null default 0;
