-- The key of a record that a file leaves out: the list of such records finds those that are there still by it.
alter table import_differences add column row_key text;
create trigger note_data_change after insert or update or delete or truncate on import_differences
  for each statement execute function note_data_change();
