-- A refresh of suggestions that was asked for while another run was at work: looked for every few seconds.
create index runs_asked_again on runs (id) where payload ? 'again';

-- Who has pairs with a Bravo record, so that a refresh finds the neighbours of what has changed.
create index suggestions_by_bravo on suggestions (profile_id, kind, bravo_code);

-- The run that matched last: what a worker keeps ready between runs is good only for the state that it came from.
alter table matching_states add column matched_by uuid;
