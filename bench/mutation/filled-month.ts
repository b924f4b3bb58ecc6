import { STAGE } from '@khop/server/testing/good-calls/stage.ts';
import { filledMonth } from '@khop/server/testing/sample-month.ts';
import type { TestProject } from 'vitest/node';

/**
 * Fills the month that the good calls begin with before any fault is in the code, and outside the process that faults are
 * tried in: what only fills it is no fault that every test would have to be run for.
 */
export default async function fillMonth(project: TestProject): Promise<void> {
  await filledMonth(STAGE.lines, STAGE.seed, project.getProvidedContext());
}
