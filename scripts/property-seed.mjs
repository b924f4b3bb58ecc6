import fc from 'fast-check';

// The same random cases in every run, so that a red run speaks about the change; KHOP_TEST_SEED=random explores others,
// and KHOP_TEST_SEED=<number> repeats a failure.
const { KHOP_TEST_SEED = '20261121' } = process.env;
if (KHOP_TEST_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(KHOP_TEST_SEED) });
