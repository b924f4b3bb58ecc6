import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { readTable } from '../adapters/bravo/csv-table.ts';
import type { IdentityProvider } from '../adapters/identity/identity-provider.ts';
import { writeSample } from '../cli/write-sample.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { handlers } from '../handlers.ts';
import { createApp } from '../http/app.ts';
import { startWorker } from '../jobs/worker.ts';
import { makeContext } from '../make-context.ts';
import { runners } from '../runners.ts';

const SMALL_LINES = 2000;
const SEED = 7;

type Json = Record<string, unknown>;
type Request = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; file?: string };

/**
 * Fills an empty installation with the sample company, through the same calls that a person's browser makes: profiles,
 * uploads, syncs, connections, and an open period with its ledgers loaded. Safe to repeat after an interruption.
 */
export async function seed(config: Config): Promise<number> {
  const folder = path.join(config.dataDir, 'sample');
  const lines = config.sample === 'small' || config.sample === 'none' ? SMALL_LINES : config.sample;
  await writeSample({ seed: SEED, lines }, folder);
  const { context, close } = await makeContext(config, 'worker');
  const stopping = new AbortController();
  try {
    const token = randomBytes(24).toString('hex');
    const system: Context = { ...context, identity: systemIdentity(context.identity, token) };
    await startWorker(context, runners, 2, stopping.signal);
    const call = await caller(system, token);
    const profiles = await fillProfiles(call, folder);
    await fillBravo(call, folder);
    await fillConnections(call, folder, profiles);
    await fillPeriod(call, folder, profiles);
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

type Caller = (operation: OperationId, request?: Request) => Promise<Json>;

/** Makes calls of the contract against the service in this process and waits for the runs that they start. */
async function caller(context: Context, token: string): Promise<Caller> {
  const app = await createApp(context, handlers);
  const send = async (operation: OperationId, { params = {}, query = {}, body, file }: Request): Promise<Json> => {
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
    const json = answer.body ? (JSON.parse(answer.body) as Json) : {};
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

type SamplePeriod = {
  name: string;
  fromDate: string;
  toDate: string;
  plannedInvoiceDate: string;
  profiles: (Json & { code: string })[];
  issuers: Record<string, string[]>;
  rules: Json;
};

const readPeriodFile = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'period.json'), 'utf8')) as SamplePeriod;

/** Creates the profiles and takes in their catalogues. Answers profile code → id. */
async function fillProfiles(call: Caller, folder: string): Promise<Map<string, string>> {
  const { profiles } = await readPeriodFile(folder);
  const known = (await call('listProfiles', { query: { limit: '500' } })).items as { id: string; code: string }[];
  const ids = new Map(known.map((profile) => [profile.code, profile.id]));
  for (const profile of profiles) {
    const id = ids.get(profile.code) ?? String((await call('createProfile', { body: profile })).id);
    ids.set(profile.code, id);
    const file = (name: string): string => path.join(folder, 'amis', profile.code, name);
    await call('uploadAmisProducts', { body: { profileId: id }, file: file('HangHoa.xlsx') });
    await call('uploadAmisPartners', { body: { profileId: id, type: 'customer' }, file: file('KhachHang.xlsx') });
    await call('uploadAmisPartners', { body: { profileId: id, type: 'supplier' }, file: file('NhaCungCap.xlsx') });
    await call('uploadPurchaseLedger', { body: { profileId: id }, file: file('SoMuaHang.xlsx') });
  }
  return ids;
}

async function fillBravo(call: Caller, folder: string): Promise<void> {
  await call('syncBravoItems');
  await call('syncBravoPartners');
  const byRequirement = new Map<string, string[]>();
  for await (const row of readTable(path.join(folder, 'bravo', 'partners.csv'))) {
    const requirement = row.invoiceRequirement || 'unset';
    byRequirement.set(requirement, [...(byRequirement.get(requirement) ?? []), row.code ?? '']);
  }
  for (const [invoiceRequirement, codes] of byRequirement) {
    for (let at = 0; at < codes.length; at += 5000) {
      await call('updateSelectedInvoiceRequirement', {
        body: { partnerCodes: codes.slice(at, at + 5000), invoiceRequirement },
      });
    }
  }
}

async function fillConnections(call: Caller, folder: string, profiles: ReadonlyMap<string, string>): Promise<void> {
  const fill = async (
    file: string,
    operation: OperationId,
    extra: (row: Record<string, string | undefined>) => Json,
  ): Promise<void> => {
    let items: Json[] = [];
    const flush = async (): Promise<void> => {
      if (items.length > 0) await call(operation, { body: { items } });
      items = [];
    };
    for await (const row of readTable(path.join(folder, 'connections', file))) {
      items.push({
        profileId: profiles.get(row.profileCode ?? ''),
        amisCode: row.amisCode,
        bravoCode: row.bravoCode,
        ...extra(row),
      });
      if (items.length >= 1000) await flush();
    }
    await flush();
  };
  await fill('products.csv', 'createProductConnections', (row) => ({ factor: row.factor || null }));
  await fill('partners.csv', 'createPartnerConnections', () => ({}));
}

/** Opens the sample's month and loads what a generation needs; generating is left to the person. */
async function fillPeriod(call: Caller, folder: string, profiles: ReadonlyMap<string, string>): Promise<void> {
  const sample = await readPeriodFile(folder);
  const idOf = (code: string): string => profiles.get(code)!;
  const periods = (await call('listPeriods')).items as { id: string; name: string }[];
  const body = {
    name: sample.name,
    fromDate: sample.fromDate,
    toDate: sample.toDate,
    plannedInvoiceDate: sample.plannedInvoiceDate,
    profileIds: sample.profiles.map((profile) => idOf(profile.code)),
    issuers: Object.fromEntries(Object.entries(sample.issuers).map(([branch, codes]) => [branch, codes.map(idOf)])),
    rules: sample.rules,
  };
  const id =
    periods.find((period) => period.name === sample.name)?.id ?? String((await call('createPeriod', { body })).id);
  await call('loadBravoSales', { params: { id } });
  for (const profile of sample.profiles) {
    const file = (name: string): string => path.join(folder, 'amis', profile.code, name);
    await call('loadAmisInventory', {
      params: { id },
      body: { profileId: idOf(profile.code) },
      file: file('TonKho.xlsx'),
    });
    await call('loadAmisSalesLedger', {
      params: { id },
      body: { profileId: idOf(profile.code) },
      file: file('SoBanHang.xlsx'),
    });
  }
}
