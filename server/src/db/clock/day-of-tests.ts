/** PGOPTIONS of every process that a test starts: its databases live on the last day of the sample's month (`today.ts`). */
export const DAY_OF_TESTS = '-c khop.today=2026-09-30';
