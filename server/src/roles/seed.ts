import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { firstWeek } from '@khop/sample/first-week.ts';
import type { IdentityProvider } from '../adapters/identity/identity-provider.ts';
import { writeSample } from '../cli/sample/write-sample.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { todayOf } from '../db/clock/today.ts';
import { handlers } from '../handlers.ts';
import { createApp } from '../http/app.ts';
import { startWorker } from '../jobs/worker.ts';
import { makeContext } from '../make-context.ts';
import { makeFolder } from '../make-folder.ts';
import { runners } from '../runners.ts';
import { fillFirstWeek } from './fill-first-week.ts';
import { type Caller, type FillRequest, fillSample } from './fill-sample.ts';

/** The sample of a first start that names no other. */
export const SMALL_SAMPLE = { seed: 7, lines: 2000 };

type Json = Record<string, unknown>;

/**
 * Fills an empty installation with the sample company, through the same calls that a person's browser makes: profiles,
 * uploads, syncs, connections, a closed week whose invoices are issued (with the small sample), and an open period with its ledgers loaded. Safe to repeat after an interruption.
 */
export async function seed(config: Config): Promise<number> {
  const folder = path.join(config.dataDir, 'sample');
  const isSmall = config.sample === 'small' || config.sample === 'none';
  const options = isSmall ? SMALL_SAMPLE : { ...SMALL_SAMPLE, lines: Number(config.sample) };
  await writeSample(options, folder);
  const { context, forRuns, close } = await makeContext(config, 'worker');
  const stopping = new AbortController();
  try {
    const token = randomBytes(24).toString('hex');
    const system: Context = { ...context, identity: systemIdentity(context.identity, token) };
    await startWorker(forRuns, runners, 2, stopping.signal);
    const call = await caller(system, token);
    const week = isSmall ? firstWeek(generateCompany(options)) : undefined;
    // Its invoices are made today, and a symbol is of one year.
    const today = await todayOf(context.db);
    const isPossible = week !== undefined && week.issuedBy < today && week.toDate.slice(0, 4) === today.slice(0, 4);
    await fillSample(call, folder, async (profiles) => {
      if (!isPossible) return;
      const place = path.join(config.dataDir, 'first-week');
      await makeFolder(place);
      await fillFirstWeek({ call, folder: place, profiles }, week);
    });
    return 0;
  } finally {
    stopping.abort();
    await close();
  }
}

/** Knows one more person beside the provider's own: the system itself, for as long as this process lives. */
const systemIdentity = (identity: IdentityProvider, token: string): IdentityProvider => ({
  ...identity,
  verify: async (given) => {
    if (given !== token) return identity.verify(given);
    const now = Math.floor(Date.now() / 1000);
    const times = { authTime: now, issuedAt: now, expiresAt: now + 3600 };
    return {
      kind: 'valid',
      claims: {
        uid: 'he-thong',
        email: 'he-thong@khop.local',
        name: 'Hệ thống',
        admin: true,
        provider: 'system',
        ...times,
      },
    };
  },
});

/** Makes calls of the contract against the service in this process and waits for the runs that they start. */
async function caller(context: Context, token: string): Promise<Caller> {
  const app = await createApp(context, handlers);
  const send = async (operation: OperationId, { params = {}, query = {}, body, file }: FillRequest): Promise<Json> => {
    const { method, path: template } = contract[operation];
    const url = `/v1${template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}?${new URLSearchParams(query)}`;
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    let payload: Buffer | undefined;
    if (file) {
      const form = new FormData();
      for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.append(name, value);
      form.append('file', new Blob([await readFile(file)]), path.basename(file));
      const encoded = new Response(form);
      headers['content-type'] = encoded.headers.get('content-type')!;
      payload = Buffer.from(await encoded.arrayBuffer());
    } else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      payload = Buffer.from(JSON.stringify(body));
    }
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    // A download is a zip.
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const json = answer.body && isJson ? (JSON.parse(answer.body) as Json) : {};
    if (answer.statusCode >= 400) throw new Error(`${operation}: ${String(json.error_code)} ${String(json.message)}`);
    return json;
  };
  return async (operation, request = {}) => {
    const answer = await send(operation, request);
    if (typeof answer.runId !== 'string') return answer;
    for (;;) {
      const run = await send('getRun', { params: { id: answer.runId } });
      if (run.status === 'succeeded') return run;
      if (run.status === 'failed' || run.status === 'cancelled')
        throw new Error(`${operation}: ${String(run.errorCode)} ${String(run.message)}`);
      await sleep(100);
    }
  };
}
