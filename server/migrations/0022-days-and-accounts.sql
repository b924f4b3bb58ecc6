-- A product's flag of the reduction of VAT speaks of some days, with the decree that says so; without days it speaks of all of them.
alter table amis_products
  add column vat_reduction_from date,
  add column vat_reduction_to date,
  add column vat_reduction_source text not null default '';

-- Every account of an entity's own chart, as AMIS has it; empty: not stated, so the dated rule of the chart holds.
alter table profiles add column chart text[] not null default '{}';
