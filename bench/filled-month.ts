import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@khop/server/adapters/embedded/postgres.ts';
import { writeSample } from '@khop/server/cli/sample/write-sample.ts';
import { createPool } from '@khop/server/db/database.ts';
import { migrate } from '@khop/server/db/migrations/migrate.ts';
import { PATIENCE } from '@khop/server/db/patience.ts';
import { fillSample } from '@khop/server/roles/fill-sample.ts';
import { startTestApi, type TestApi } from '@khop/server/testing/api.ts';
import { sampleCaller } from '@khop/server/testing/sample-month.ts';

export type FilledMonth = {
  readonly api: TestApi;
  readonly periodId: string;
  /** Calls something of the period that starts a run; answers its id. */
  readonly start: (work: string, body?: object) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** An empty service on a database server of its own that is thrown away. */
export async function startEmptyService(
  options: { worker?: boolean } = {},
): Promise<{ readonly api: TestApi; readonly stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-abuse-'));
  const server = await startEmbeddedPostgres({
    directory: path.join(folder, 'database'),
    logFile: path.join(folder, 'postgres.log'),
    throwAway: true,
  });
  const pool = createPool(server.url, 1, PATIENCE.commands);
  await migrate(pool);
  await pool.end();
  const api = await startTestApi({}, { ...options, database: { url: server.url, drop: async () => {} } });
  return {
    api,
    stop: async () => {
      await api.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Such a service with the sample month loaded, ready to generate. */
export async function startFilledMonth(lines: number): Promise<FilledMonth> {
  const { api, stop } = await startEmptyService();
  const inService = path.join(api.context.config.dataDir, 'sample');
  await writeSample({ lines, seed: 7 }, inService);
  const { periodId } = await fillSample(sampleCaller(api), inService);
  return {
    api,
    periodId,
    start: async (work, body = {}) => {
      const answer = await api.call<{ runId: string }>('POST', `/invoice-issuance/periods/${periodId}/${work}`, body);
      if (answer.status !== 202) throw new Error(`${work}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body.runId;
    },
    stop,
  };
}
