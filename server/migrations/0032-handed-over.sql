-- An export that nothing left by for the first time: only such a one can be done without once there is a newer one. What was
-- handed over is had again byte for byte when the period is closed (docs/decisions/0027).
alter table period_exports add column is_repeat boolean not null default false;
