import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OperationId } from '@khop/contract/index.ts';
import type { IdentityProvider } from '../../adapters/identity/identity-provider.ts';
import { createTokenVerifier } from '../../adapters/identity/token-verifier.ts';
import { noteWrittenTables } from '../judges/everything.ts';
import { type FilledMonth, type SampleMonth, startSampleMonth, waitLonger } from '../sample-month.ts';

export type Sent = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or the text fields beside `file`. */
  readonly body?: unknown;
  readonly file?: { readonly name: string; readonly content: Buffer };
};

/** A company at work: what the good calls act upon. Calls leave here what later ones need. */
export type Stage = SampleMonth & {
  readonly profileId: string;
  readonly notes: Map<string, string>;
  /** The body of a GET. */
  readonly read: <T>(path: string) => Promise<T>;
  /** The first item of a list. */
  readonly first: <T = { id: string; version: number }>(path: string) => Promise<T>;
  readonly sampleFile: (...names: string[]) => Promise<{ name: string; content: Buffer }>;
};

/** One call that must succeed on the stage, at its place in the order of all of them. */
export type GoodCall = {
  readonly input?: (stage: Stage) => Promise<Sent> | Sent;
  /** Status when it differs from the contract's own. */
  readonly status?: number;
  /** Called by an admin though the contract does not ask for one: what it does needs an admin in this state. */
  readonly asAdmin?: boolean;
  readonly after?: (body: unknown, stage: Stage) => Promise<void> | void;
  /** The reason why an unknown id in the path is not answered by 404. */
  readonly anyId?: string;
  /** Another body that the same key must not be used for; otherwise another query is tried. */
  readonly otherBody?: (stage: Stage) => object;
  /** The reason why a repetition under the same key need not give the very same answer. */
  readonly notKept?: string;
};
export type GoodCalls = Partial<Record<OperationId, GoodCall>>;

/** The identity provider is a service of others: tokens are really verified, what it would be told is only taken note of. */
function standInIdentity(): IdentityProvider {
  const verify = createTokenVerifier({
    mode: 'emulator',
    projectId: 'demo-khop',
    apiKey: 'x',
    authDomain: 'x',
    emulatorUrl: 'http://127.0.0.1:1',
    providers: [],
  });
  const told = { setAdmin: async () => {}, revokeSessions: async () => {} };
  return { verify, ...told } as Partial<IdentityProvider> as IdentityProvider;
}

/** The sample month that the stage begins with. */
export const STAGE = { lines: 400, seed: 7 };

/**
 * The sample's Bravo changes as time goes by: it began so long ago that nothing changes any more today. What it changed is
 * stamped from its start on, so a stage goes on with the Bravo that it was kept with.
 */
export const bravoStart = (): string => new Date(Date.now() - 7 * 3_600_000).toISOString();

const ADMIN = { as: 'admin@khop.local', admin: true };

/** A stage that was kept after some of the good calls. */
export type PlayedStage = FilledMonth & {
  readonly databaseServer: string;
  /** When its Bravo began. */
  readonly startedAt: string;
  readonly notes: readonly (readonly [string, string])[];
  /** The calls that were made, the first ones of all. */
  readonly calls: readonly OperationId[];
};

declare module 'vitest' {
  export interface ProvidedContext {
    /** Stages that were kept before the tests, from the first call on; most runs have none. */
    playedStages: readonly PlayedStage[] | undefined;
    /** True when each operation is called on a stage of its own, as it is where its tests run alone. */
    eachFromItsStage: boolean | undefined;
  }
}

/**
 * Has the database note each stage that a run says it has come to, as far as it then was, for judges to look at. How
 * far it is when it begins to write its result depends on the machine: within a stage that is reported only now and
 * then, and so is how much was done where the whole is not known.
 */
async function noteStagesOfRuns(pool: Stage['api']['context']['pool']): Promise<void> {
  await pool.query(`
    create schema if not exists noted;
    create table if not exists noted.stages (
      n bigint generated always as identity, run_id uuid, stage text, done bigint, total bigint);
    create or replace function noted.note() returns trigger language plpgsql as $$
      begin
        insert into noted.stages (run_id, stage, done, total) values
          (new.id, new.stage, case when new.total is null then 0 else new.done end, new.total);
        return null;
      end $$;
    create or replace trigger note after update of stage on runs for each row
      when (old.stage is distinct from new.stage and new.stage <> 'Ghi kết quả') execute function noted.note();`);
}

/** A stage on a copy of a played one; by default nothing has been called. `keepsDatabase`: closing it leaves its database. */
export async function openStage(played?: PlayedStage, { keepsDatabase = false } = {}): Promise<Stage> {
  const from = played && { filled: played, databaseServer: played.databaseServer, keepsDatabase };
  const month = await startSampleMonth(STAGE.lines, STAGE.seed, { identity: standInIdentity() }, from);
  waitLonger(month.api.context);
  const startedAt = played?.startedAt ?? bravoStart();
  const { dataDir } = month.api.context.config;
  await writeFile(path.join(dataDir, 'sample/bravo-started.json'), JSON.stringify({ startedAt }));
  const { pool } = month.api.context;
  await noteStagesOfRuns(pool);
  await noteWrittenTables(async (sql) => (await pool.query(sql)).rows);
  const read = async <T>(url: string): Promise<T> => {
    const answer = await month.api.call<T>('GET', url, undefined, ADMIN);
    if (answer.status !== 200) throw new Error(`${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    ...month,
    profileId: [...month.profiles.values()][0]!,
    notes: new Map(played?.notes),
    read,
    first: async <T>(url: string) => {
      const [item] = (await read<{ items: T[] }>(url)).items;
      if (item === undefined) throw new Error(`${url} is empty`);
      return item;
    },
    sampleFile: async (...names) => ({
      name: names.at(-1)!,
      content: await readFile(path.join(month.folder, ...names)),
    }),
  };
}

/** The input of a call on one record of a list, with its version where the body takes one. */
export const onFirst =
  (list: string | ((stage: Stage) => string), body?: (record: Record<string, unknown>) => object) =>
  async (stage: Stage): Promise<Sent> => {
    const record = await stage.first<Record<string, unknown>>(typeof list === 'string' ? list : list(stage));
    return { params: { id: String(record.id ?? record.code) }, ...(body && { body: body(record) }) };
  };

export const ofProfile = (stage: Stage): Sent => ({ query: { profileId: stage.profileId } });
