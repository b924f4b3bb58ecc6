import { settingsOf } from './settings.ts';

export default settingsOf({
  include: ['server/src/features/every-operation.good.db.test.ts'],
  globalSetup: ['server/src/testing/database-server.ts', 'bench/mutation/played-stages.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
});
