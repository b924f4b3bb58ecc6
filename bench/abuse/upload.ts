import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { TestApi } from '@khop/server/testing/api.ts';
import { workbookFile } from '@khop/server/testing/workbook-file.ts';
import { readyWorker, type WorkerProcess } from '@khop/server/testing/worker-process.ts';
import { startEmptyService } from '../filled-month.ts';
import type { Promised } from './promised.ts';

const PRODUCTS = 484_000;
const WORKER_MB = 512;
const LEFT_MB = 150;
const MB = 1024 * 1024;

/** A list of products as large as they come, checked without writing: its memory and disk. About four minutes. */
export async function run(): Promise<Promised[]> {
  const service = await startEmptyService({ worker: false });
  try {
    return await checked(service.api);
  } finally {
    await service.stop();
  }
}

async function checked(api: TestApi): Promise<Promised[]> {
  const profile = { code: 'LON', name: 'Danh mục lớn', taxCode: '' };
  const profileId = String((await api.call('POST', '/amis/profiles', profile)).body.id);
  const file = await workbookFile('amis-products', products());
  const worker = await readyWorker(api.environment);
  try {
    const megabytes = (file.content.length / MB).toFixed(0);
    const of = `chỉ kiểm tra ${PRODUCTS} hàng mới (${megabytes} MB)`;
    const first = await measured(api, worker, () =>
      api.upload<{ runId: string }>('/amis/products/bulk?dryRun=true', file, { profileId }),
    );
    const seconds = `${first.seconds.toFixed(0)} s, ${first.outcome}`;
    return [
      {
        name: `${of}: bộ nhớ của máy xử lý`,
        promised: `không quá ${WORKER_MB} MB`,
        figure: `${first.peakMb.toFixed(0)} MB (${seconds})`,
        holds: first.isDone && first.peakMb <= WORKER_MB,
      },
      {
        name: `${of}: cơ sở dữ liệu lớn thêm`,
        promised: `sau đó không quá ${LEFT_MB} MB `,
        figure: `lúc nhiều nhất ${first.mostMb.toFixed(0)} MB, sau đó ${first.leftMb.toFixed(0)} MB; nhật ký ${first.walMb.toFixed(0)} MB`,
        holds: first.isDone && first.leftMb <= LEFT_MB,
      },
    ];
  } finally {
    await worker.stop();
  }
}

async function measured(
  api: TestApi,
  worker: WorkerProcess,
  send: () => Promise<{ readonly body: { readonly runId: string } }>,
) {
  const { pool } = api.context;
  const size = async (): Promise<{ bytes: number; wal: number }> =>
    (
      await pool.query<{ bytes: number; wal: number }>(
        `select pg_database_size(current_database())::float8 as bytes,
           pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal`,
      )
    ).rows[0]!;
  const { runId } = (await send()).body;
  const [before, started] = [await size(), performance.now()];
  let [most, isOver] = [before.bytes, false];
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await size()).bytes);
      await pause(250);
    }
  })();
  const end = await api.runEnd(runId);
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  await watching;
  const counts = end.result as { created?: number } | null;
  await pause(10_000);
  const after = await size();
  return {
    seconds,
    isDone: end.status === 'succeeded' && counts?.created === PRODUCTS,
    outcome: end.message ?? end.status,
    peakMb: await worker.peakMegabytes(),
    mostMb: (most - before.bytes) / MB,
    leftMb: (after.bytes - before.bytes) / MB,
    walMb: (after.wal - before.wal) / MB,
  };
}

const KINDS = ['Nồi cơm điện', 'Ấm siêu tốc', 'Quạt đứng', 'Bếp hồng ngoại', 'Máy xay sinh tố', 'Bàn ủi hơi nước'];

/** Names and notes that repeat little, as nothing else would fill a file of this size. */
function* products(): Generator<Row> {
  for (let at = 0; at < PRODUCTS; at++) {
    const mark = createHash('sha1').update(String(at)).digest('hex');
    yield {
      code: `SP${String(at).padStart(7, '0')}`,
      name: `${KINDS[at % KINDS.length]} SHD-${mark.slice(0, 12)} ${1000 + (at % 900)}W`,
      kind: 'Hàng hóa',
      group: `Nhóm ${at % 60}`,
      unit: at % 7 ? 'Cái' : 'Bộ',
      vatRate: '10',
      quantityOnHand: String(at % 500),
      stockValue: (at % 500) * (120_000 + (at % 999)),
      salePrice: String(150_000 + (at % 99_991)),
      isActive: true,
      note: `Lô ${mark.slice(12, 36)}`,
    };
  }
}
