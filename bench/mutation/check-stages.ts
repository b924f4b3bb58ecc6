import path from 'node:path';
import { startVitest } from 'vitest/node';
import { root } from './rooms.ts';

/**
 * Without any fault, the tests of the handlers must pass wherever a fault has them begin: one that fails there all by itself
 * would count every fault that it reaches as noticed.
 */
export async function checkStages(): Promise<boolean> {
  const settings = path.join(root, 'bench/mutation/from-stages.vitest.ts');
  const vitest = await startVitest('test', [], { root, config: settings, watch: false, reporters: ['dot'] });
  const failed = vitest.state.getCountOfFailedTests();
  const all = vitest.state.getFiles().length;
  await vitest.close();
  console.log(`stages: ${failed} tests fail where a fault would have them begin`);
  return failed === 0 && all > 0;
}
