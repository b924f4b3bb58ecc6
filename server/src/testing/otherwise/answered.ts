import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { goodCalls, sendGood } from '../good-calls/play.ts';
import { agreedText } from '../judges/agreed.ts';
import { storesNothing } from '../judges/everything.ts';
import type { Given, Row } from '../judges/judge.ts';
import { otherCalls } from './calls.ts';
import { takenFiles } from './files.ts';
import { listReadings } from './list-readings.ts';
import { takenAndUndone } from './taken-and-undone.ts';
import type { Asked, Trial, Trials } from './trial.ts';
import { connectionTrials } from './trials-connections.ts';
import { dataTrials } from './trials-data.ts';
import { entryTrials } from './trials-entries.ts';
import { exportTrials } from './trials-exports.ts';
import { fileTrials } from './trials-files.ts';
import { importTrials } from './trials-imports.ts';
import { invoiceTrials } from './trials-invoices.ts';
import { otherTrials } from './trials-others.ts';
import { periodTrials } from './trials-periods.ts';
import { planTrials } from './trials-plans.ts';
import { readingTrials } from './trials-readings.ts';
import { runTrials } from './trials-runs.ts';
import { suggestionTrials } from './trials-suggestions.ts';
import { tried } from './tried.ts';

const kinds: readonly Partial<Record<OperationId, Trials>>[] = [
  ...[connectionTrials, dataTrials, entryTrials, periodTrials, planTrials],
  ...[invoiceTrials, otherTrials, exportTrials, fileTrials, importTrials, readingTrials, runTrials, suggestionTrials],
];

/** Everything that is tried on the stage of an operation. */
async function trialsOf(id: OperationId, asked: Asked): Promise<readonly (readonly [string, Trial])[]> {
  const all: (readonly [string, Trial])[] = [];
  for (const of of kinds) all.push(...Object.entries((await of[id]?.(asked)) ?? {}));
  return all;
}

/** Lists of what every call before them has left, which is not the same where a call is tried alone. */
const NOT_READ: Partial<Record<OperationId, string>> = {
  listRuns: 'runs of the calls before',
  listAuditEvents: 'events of the calls before',
  listMySessions: 'sessions of the calls before',
  listImports: 'the moments of files',
};

/** The answer to one call that is not the good one; of a file what its run came to. */
async function answerTo(id: OperationId, { stage, rows }: Asked, sent: Given['sent']): Promise<string> {
  const endpoint: Endpoint = contract[id];
  const { status, body, raw } = await sendGood(stage, endpoint, new Map(goodCalls).get(id)!, sent);
  const runId = (body as Row | undefined)?.runId;
  const told = runId === undefined ? (body ?? {}) : await stage.api.runEnd(String(runId));
  // The latest run of its kind is still that of the good call.
  if (runId !== undefined) await rows('delete from runs where id = $1', [runId]);
  return agreedText({ status, body: told as Row, raw, told: [], anyOrder: true }, [], {}, {});
}

/**
 * The answers of an operation beside its good call, to be agreed to: other filters, files that are only looked at,
 * states that refuse. None of that stores anything; a file that is taken in is taken back.
 */
export async function answeredOtherwise(id: OperationId, asked: Asked): Promise<string> {
  const parts: string[] = [];
  const calls = (await otherCalls[id]?.(asked)) ?? {};
  await storesNothing(asked, async () => {
    for (const [name, sent] of Object.entries(calls)) parts.push(`# ${name}\n${await answerTo(id, asked, sent)}`);
    if (!(id in NOT_READ)) parts.push(...(await listReadings(id, asked)));
  });
  for (const [name, trial] of await trialsOf(id, asked)) parts.push(`# ${name}\n${await tried(id, asked, trial)}`);
  for (const [n, file] of ((await takenFiles[id]?.(asked.stage)) ?? []).entries())
    parts.push(`# file ${n + 1}\n${await takenAndUndone(asked, file)}`);
  return parts.join('\n');
}
