import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@khop/server/adapters/embedded/postgres.ts';
import { createPool } from '@khop/server/db/database.ts';
import { migrate } from '@khop/server/db/migrations/migrate.ts';
import { PATIENCE } from '@khop/server/db/patience.ts';
import { watchDisk } from '@khop/server/telemetry/disk.ts';
import { startTestApi, type TestApi } from '@khop/server/testing/api.ts';
import { mountSmallDisk, type SmallDisk } from '@khop/server/testing/small-disk.ts';
import type { Promised } from './promised.ts';

const MB = 1024 * 1024;
const ROOM = 250 * MB;
const RESERVE = 120 * MB;

/** Database, its log and everything else on one disk of 400 MB, which is filled up in steps. Needs the right to mount. */
export async function run(): Promise<Promised[]> {
  const disk = await mountSmallDisk(400);
  if (!disk) {
    const promised = 'đầy đĩa được gọi đúng tên';
    return [{ name: 'Ổ đĩa đầy', promised, figure: 'không gắn được ổ đĩa thử (cần quyền root)', holds: false }];
  }
  const logs = await mkdtemp(path.join(tmpdir(), 'khop-abuse-disk-'));
  const directory = path.join(disk.folder, 'database');
  let server: EmbeddedPostgres | undefined;
  try {
    server = await startEmbeddedPostgres({ directory, logFile: path.join(logs, 'pg.log') });
    const pool = createPool(server.url, 2, PATIENCE.commands);
    await migrate(pool);
    await pool.end();
    const watched = watchDisk([{ folder: disk.folder, reserveBytes: RESERVE, isData: true }]);
    const api = await startTestApi({ disk: watched }, { database: { url: server.url, drop: async () => {} } });
    try {
      return await scenarios(api, disk);
    } finally {
      await disk.leave(ROOM);
      await api.close();
    }
  } finally {
    await server?.stop();
    await disk.remove();
    await rm(logs, { recursive: true, force: true });
  }
}

async function scenarios(api: TestApi, disk: SmallDisk): Promise<Promised[]> {
  const made = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'MOT', name: 'Một', taxCode: '' });
  const send = () => api.upload('/amis/products/bulk', products(2000), { profileId: made.body.id });
  const ready = () => api.call('GET', '/health/ready', undefined, { anonymous: true });

  await disk.leave(RESERVE - 20 * MB);
  const [low, refused, read] = [await ready(), await send(), await api.call('GET', '/amis/profiles')];
  const nearly = {
    name: 'Ổ đĩa còn ít hơn mức dự trữ',
    promised: 'ready nói low; tải lên bị từ chối 507 bằng câu có số MB; vẫn xem và làm việc được',
    figure: `ready ${low.status} ${low.body.disk}; tải lên ${refused.status} ${refused.body.error_code}; đọc ${read.status}`,
    holds:
      low.body.disk === 'low' &&
      refused.body.error_code === 'DISK_FULL' &&
      /\d+ MB/.test(String(refused.body.message)) &&
      read.status === 200,
  };

  await disk.leave(2 * MB);
  const [full, again] = [await ready(), await send()];
  const filled = {
    name: 'Ổ đĩa đầy hẳn, cả nhật ký của PostgreSQL',
    promised: 'ready và tải lên đều trả 507 DISK_FULL',
    figure: `ready ${full.status} ${full.body.error_code}; tải lên ${again.status} ${again.body.error_code}`,
    holds: full.body.error_code === 'DISK_FULL' && again.body.error_code === 'DISK_FULL',
  };

  await disk.leave(ROOM);
  const started = performance.now();
  const run = await api.runEnd(String((await send()).body.runId));
  const after = await ready();
  const recovered = {
    name: 'Có chỗ trở lại',
    promised: 'chạy tiếp, không phải khởi động lại',
    figure: `ready ${after.status} ${after.body.disk}; nạp tệp ${run.status} sau ${((performance.now() - started) / 1000).toFixed(1)} s`,
    holds: after.body.disk === 'ok' && run.status === 'succeeded',
  };
  return [nearly, filled, recovered];
}

const products = (rows: number): { name: string; content: Buffer } => ({
  name: 'hang.csv',
  content: Buffer.from(
    `Mã,Tên,Đơn vị tính chính\n${Array.from({ length: rows }, (_, at) => `SP${at},Nồi cơm ${at},Cái`).join('\n')}\n`,
  ),
});
