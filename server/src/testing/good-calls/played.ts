import type { OperationId } from '@khop/contract/index.ts';
import pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';
import { filledMonth } from '../sample-month.ts';
import { goodCalls, playCall } from './play.ts';
import { bravoStart, openStage, type PlayedStage, STAGE } from './stage.ts';

/** Good calls between two stages that are kept. */
const CALLS_BETWEEN = 15;

/** The stage that was kept last before it is `wanted`'s turn; undefined where none was. */
export function latestBefore(wanted: OperationId): PlayedStage | undefined {
  const turn = goodCalls.findIndex(([id]) => id === wanted);
  return inject('playedStages')?.findLast(({ calls }) => calls.length <= turn);
}

/** Plays all good calls, unjudged, and keeps the stage now and then, so that a test may begin anywhere. */
export async function playStages(context: ProvidedContext): Promise<PlayedStage[]> {
  const { databaseServer, databaseTemplate } = context;
  const filled = await filledMonth(STAGE.lines, STAGE.seed, context);
  const kept: PlayedStage[] = [{ ...filled, databaseServer, startedAt: bravoStart(), notes: [], calls: [] }];
  for (let from = 0; from < goodCalls.length; from += CALLS_BETWEEN) {
    const before = kept.at(-1)!;
    const calls = goodCalls.slice(from, from + CALLS_BETWEEN).map(([id]) => id);
    const database = `${databaseTemplate}_stage_${from}`;
    const notes = await playOn(before, calls, database);
    kept.push({ ...before, database, notes, calls: [...before.calls, ...calls] });
  }
  return kept;
}

/** Plays on a copy of `before`, whose database is then `database`. Returns what the calls noted. */
async function playOn(before: PlayedStage, calls: readonly OperationId[], database: string) {
  const stage = await openStage(before, { keepsDatabase: true });
  try {
    for (const id of calls) await playCall(stage, id);
  } finally {
    await stage.api.close();
  }
  const server = new pg.Client({ connectionString: before.databaseServer });
  await server.connect();
  await server.query(`alter database ${new URL(stage.api.databaseUrl).pathname.slice(1)} rename to ${database}`);
  await server.end();
  return [...stage.notes];
}
