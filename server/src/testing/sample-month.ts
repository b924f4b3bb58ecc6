import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contract } from '@khop/contract/index.ts';
import { writeSample } from '../cli/write-sample.ts';
import { type Caller, fillSample } from '../roles/fill-sample.ts';
import { type Replaced, startTestApi, type TestApi } from './api.ts';

export type SampleMonth = {
  readonly api: TestApi;
  /** Folder of the sample's files. */
  readonly folder: string;
  readonly periodId: string;
  /** Profile code → id. */
  readonly profiles: ReadonlyMap<string, string>;
  /** Ends the worker of this process: runs wait for one that the test starts. */
  readonly stopWorker: () => Promise<void>;
};

/** A service that holds the sample company up to the point where invoices can be generated. */
export async function startSampleMonth(lines: number, seed = 7, replaced: Replaced = {}): Promise<SampleMonth> {
  const api = await startTestApi(replaced);
  const folder = path.join(api.context.config.dataDir, 'sample');
  await writeSample({ seed, lines }, folder);
  const { periodId, profiles } = await fillSample(sampleCaller(api), folder);
  return { api, folder, periodId, profiles, stopWorker: () => api.context.queue.rest() };
}

/** Makes the calls of `fillSample` as the accountant. */
function sampleCaller(api: TestApi): Caller {
  return async (operation, { params = {}, query = {}, body, file } = {}) => {
    const { method, path: template } = contract[operation];
    const place = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const url = `${place}?${new URLSearchParams(query)}`;
    const answer = file
      ? await api.upload(
          url,
          { name: path.basename(file), content: await readFile(file) },
          body as Record<string, string>,
        )
      : await api.call(method, url, body);
    if (answer.status >= 400) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`);
    const { runId } = (answer.body ?? {}) as { runId?: string };
    if (!runId) return answer.body;
    const run = await api.runEnd(runId);
    if (run.status !== 'succeeded') throw new Error(`${operation}: ${run.errorCode} ${run.message}`);
    return run as unknown as Record<string, unknown>;
  };
}
