import { settingsOf } from './settings.ts';

export default settingsOf({
  include: ['engine/src/**/*.test.ts'],
  // It reads the sources as text, and Stryker's are another text.
  exclude: ['engine/src/invoice-issuance/preflight/codes-in-sources.test.ts'],
  isolate: false,
  testTimeout: 60_000,
});
