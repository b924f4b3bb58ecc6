import { playStages } from '@khop/server/testing/good-calls/played.ts';
import type { TestProject } from 'vitest/node';

/**
 * Fills the month and plays the good calls before any fault is in the code, outside the process that faults are tried in:
 * what only leads to a call is no fault that its test would have to be run for, and need not be done for each fault.
 */
export default async function keepStages(project: TestProject): Promise<void> {
  project.provide('playedStages', await playStages(project.getProvidedContext()));
}
