import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 15 * 60_000;

/**
 * Waits until the file KHOP_TEST_TOOLS_DONE is there, which .ci/run makes when it has installed the system tools; at once
 * without that setting. An install that hangs is not waited for longer than a quarter of an hour.
 */
export async function toolsInstalled(done = process.env.KHOP_TEST_TOOLS_DONE, longestMs = LONGEST_MS) {
  if (!done || existsSync(done)) return;
  console.log('Waiting for the system tools that are being installed …');
  const until = performance.now() + longestMs;
  while (!existsSync(done) && performance.now() < until) await sleep(200);
}
