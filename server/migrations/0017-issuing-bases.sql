-- The reasons that let the entities of `issuers` invoice the sales of a branch (docs/decisions/0043): a list of contract's IssuingBasis. Null: never
-- stated. Periods of before keep null, so that «Kiểm tra kỳ» asks for them; nothing is made lawful here.
alter table invoice_periods add column bases jsonb check (jsonb_typeof(bases) = 'array');
