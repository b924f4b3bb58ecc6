/** Seeds are positive and fit 31 bits. */
const MOST = 2 ** 31 - 1;

/**
 * The seed from which property tests draw their cases: KHOP_TEST_SEED, which repeats those of a run that has printed it, else
 * a new one.
 * @throws Error for a KHOP_TEST_SEED that is no whole number.
 */
export function seedOfRun(given = process.env.KHOP_TEST_SEED, random = Math.random) {
  if (!given) return 1 + Math.floor(random() * MOST);
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`KHOP_TEST_SEED is a whole number, not «${given}».`);
  return seed;
}
