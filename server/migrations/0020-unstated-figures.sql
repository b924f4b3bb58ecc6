-- Figures that Bravo left blank where the line's kind has to state them ("amount,quantity"): they stand as 0 and mean unknown.
alter table sales_ledger_lines add column unstated text not null default '';
alter table period_sales_lines add column unstated text not null default '';
