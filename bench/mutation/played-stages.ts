import { playStages } from '@khop/server/testing/good-calls/played.ts';
import type { TestProject } from 'vitest/node';

/**
 * Fills the month and plays the good calls before any fault is in the code, outside the process that faults are tried
 * in. Code that only leads up to a call is no fault of its test, and playing it once for all faults saves the time.
 */
export default async function keepStages(project: TestProject): Promise<void> {
  project.provide('playedStages', await playStages(project.getProvidedContext()));
}
