import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import type { Glance } from '@khop/engine/sheets/recognise/glance.ts';
import { glanceHere } from './read-file.ts';

/** Sent once, at the end. */
export type GlanceMessage =
  | { readonly glance: Glance }
  | { readonly problem: { readonly code: string; readonly message: string; readonly details: Problem['details'] } };

const post = (message: GlanceMessage) => parentPort?.postMessage(message);
try {
  post({ glance: await glanceHere((workerData as { path: string }).path) });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  post({ problem: { code: error.code, message: error.message, details: error.details } });
}
