import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract, type OperationId } from '@khop/contract/index.ts';
import type { Run } from '@khop/contract/runs.ts';
import type { FillRequest } from '@khop/server/roles/fill-sample.ts';
import { unsignedToken } from '@khop/server/testing/api.ts';

/** An answer that came whole; a file is represented by its hash. */
export type Answer = Readonly<Record<string, unknown>>;

/** Below the limit per person and minute. */
const CALLS_PER_PERSON = 500;
const ASK_EVERY_MS = 250;

/**
 * Makes calls of the contract as a patient person does: a call that was cut off, or refused because a part was away, is
 * sent again, a POST under the key that it had.
 */
export function patientCaller(address: string) {
  let calls = 0;
  let token = '';
  const once = async (operation: OperationId, request: FillRequest, key: string): Promise<Response> => {
    if (calls++ % CALLS_PER_PERSON === 0) token = unsignedToken(`nguoi${calls}@khop.local`, true);
    const { method, path: template } = contract[operation];
    const { params = {}, query = {}, file, body } = request;
    const place = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    return fetch(`${address}${place}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'idempotency-key': key }),
        ...(body !== undefined && !file && { 'content-type': 'application/json' }),
      },
      ...(file ? { body: await formOf(file, body) } : body !== undefined && { body: JSON.stringify(body) }),
    });
  };

  const call = async (operation: OperationId, request: FillRequest = {}): Promise<Answer> => {
    const key = randomUUID();
    for (;;) {
      try {
        const response = await once(operation, request, key);
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.ok) return answerOf(response, bytes);
        if (response.status < 500) throw new Refused(`${operation}: ${bytes}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await sleep(ASK_EVERY_MS);
    }
  };

  return {
    call,
    /** Waits for the end of a run, which is to be its success. */
    runEnd: async (runId: string): Promise<Run> => {
      for (;;) {
        // The service checks its answers by the contract before it sends them.
        const run = (await call('getRun', { params: { id: runId } })) as Run;
        if (run.status === 'failed' || run.status === 'cancelled') throw new Error(`${run.kind}: ${run.message}`);
        if (run.status === 'succeeded') return run;
        await sleep(ASK_EVERY_MS);
      }
    },
  };
}

class Refused extends Error {}

async function formOf(file: string, fields: unknown): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, string>)) form.append(name, value);
  form.append('file', new Blob([await readFile(file)]), path.basename(file));
  return form;
}

function answerOf(response: Response, bytes: Buffer): Answer {
  if (response.headers.get('content-type')?.includes('json')) return JSON.parse(bytes.toString()) as Answer;
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
