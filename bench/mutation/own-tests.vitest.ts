import { NOT_TRIED, OWN_TESTS } from './own-tests.ts';
import { settingsOf } from './settings.ts';

/** The tests that the bench has named: the database tests of the folders that the faults are in. */
export default settingsOf({
  include: (process.env[OWN_TESTS] ?? '').split(',').filter(Boolean),
  exclude: ['**/node_modules/**', 'server/src/features/every-operation*.db.test.ts', ...NOT_TRIED],
  globalSetup: ['server/src/testing/database-server.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
});
