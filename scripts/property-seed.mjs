import fc from 'fast-check';

// Drawn or taken over by vitest.config.ts; runs that compare one another (bench/mutation) draw none and have the same cases.
const { KHOP_TEST_SEED = '20261121' } = process.env;
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(KHOP_TEST_SEED) });
