import { spawnSync } from 'node:child_process';
import { root } from './install.mjs';

/** Seeds are positive and fit 31 bits. */
const MOST = 2 ** 31 - 1;

/** The name that git gives the committed sources of the engine; undefined outside a checkout. */
function engineTree() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD:engine'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The seed from which property tests draw their cases: KHOP_TEST_SEED, which repeats those of a run that has printed it, else
 * one that moves with every change of the engine. One commit has one verdict, wherever it is checked; without git a new seed
 * is drawn.
 * @throws Error for a KHOP_TEST_SEED that is no whole number.
 */
export function seedOfRun(given = process.env.KHOP_TEST_SEED, tree = engineTree) {
  if (given) {
    const seed = Number(given);
    if (!Number.isSafeInteger(seed)) throw new Error(`KHOP_TEST_SEED is a whole number, not «${given}».`);
    return seed;
  }
  const name = tree();
  return 1 + (name === undefined ? Math.floor(Math.random() * MOST) : Number.parseInt(name.slice(0, 12), 16) % MOST);
}
