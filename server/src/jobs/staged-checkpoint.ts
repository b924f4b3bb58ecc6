import { countStagedRows, dropStaged } from '../db/staging.ts';
import type { RunWork } from './run-work.ts';

/**
 * The point at which a run that stages rows goes on: at its checkpoint if all that it staged is still there, else at
 * the beginning.
 */
export async function stagedCheckpoint<Checkpoint>(work: RunWork<unknown, Checkpoint>): Promise<Checkpoint | null> {
  if (work.checkpoint === null) return null;
  const { pool, log } = work.context;
  const { there, counted } = await countStagedRows(pool, work.id);
  if (there === counted) return work.checkpoint;
  log.warn({ runId: work.id, there, counted }, 'staged rows are gone, the run starts over');
  await work.commitChunk(null, (tx) => dropStaged(tx.client, work.id));
  return null;
}
