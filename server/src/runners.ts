import type { Runners } from './jobs/worker.ts';

/** The work of every kind of run, from all features. */
export const runners: Runners = {};
