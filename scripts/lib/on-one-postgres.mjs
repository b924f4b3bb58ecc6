// Test files that run on the embedded PostgreSQL only, each with why: docs/decisions/0039-one-postgresql-whole.md.
const KILLS = 'kills, freezes or holds processes of ours, and mostly waits';
const MONTHS = 'works whole months through, with statements that others send too';
const VARIANTS = 'takes the same statements through many files or moments';

export const ON_ONE_POSTGRES = {
  'server/src/features/imports/killed-worker.db.test.ts': KILLS,
  'server/src/features/imports/slow-database.db.test.ts': KILLS,
  'server/src/features/invoice-issuance/killed.db.test.ts': KILLS,
  'server/src/features/invoice-issuance/killed-input.db.test.ts': KILLS,
  'server/src/features/invoice-issuance/survives.db.test.ts': KILLS,
  'server/src/features/runs/events.db.test.ts': KILLS,
  'server/src/jobs/frozen-worker.db.test.ts': KILLS,
  'server/src/jobs/staged-rows-gone.db.test.ts': KILLS,
  'server/src/features/invoice-issuance/circle.db.test.ts': MONTHS,
  'server/src/features/invoice-issuance/month.db.test.ts': MONTHS,
  'server/src/features/invoice-issuance/preflight/records.db.test.ts': MONTHS,
  'server/src/features/invoice-issuance/reports/same-moment.db.test.ts': MONTHS,
  'server/src/features/invoice-issuance/second-month-end.db.test.ts': MONTHS,
  'server/src/features/invoice-issuance/together.db.test.ts': MONTHS,
  'server/src/features/invoice-issuance/upgraded.db.test.ts': MONTHS,
  'server/src/features/imports/code-case.db.test.ts': VARIANTS,
  'server/src/features/imports/dry-run.db.test.ts': VARIANTS,
  'server/src/features/imports/undo/undo.db.test.ts': VARIANTS,
  'server/src/features/invoice-issuance/load/ledger-files.db.test.ts': VARIANTS,
  'server/src/features/remembered-reads.db.test.ts': VARIANTS,
  'server/src/adapters/embedded/postgres.db.test.ts': 'is about the embedded PostgreSQL',
  'server/src/adapters/identity/firebase.db.test.ts': 'is about the identity emulator',
  'server/src/testing/new-field/new-field.db.test.ts': 'is about programs that are generated',
};
