import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@khop/server/adapters/embedded/postgres.ts';
import { verifyAuditChain } from '@khop/server/audit/audit-chain.ts';
import { createPool } from '@khop/server/db/database.ts';
import { migrate } from '@khop/server/db/migrations/migrate.ts';
import { PATIENCE } from '@khop/server/db/patience.ts';
import { chainAfter, REWRITINGS, TAMPERINGS, writeEvents } from '@khop/server/testing/audit-tampering.ts';
import type { Promised } from './promised.ts';

type Pool = ReturnType<typeof createPool>;

const MANY = 20_000;

/** A person with every right on the database changes the log, in every way known. */
export async function run(): Promise<Promised[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-abuse-audit-'));
  const server = await startEmbeddedPostgres({
    directory: folder,
    logFile: path.join(folder, 'pg.log'),
    throwAway: true,
  });
  const pool = createPool(server.url, 2, PATIENCE.commands);
  try {
    await migrate(pool);
    await writeEvents(pool);
    return [await refused(pool), await tampered(pool), await rewritten(pool), await walked(pool)];
  } finally {
    await pool.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function refused(pool: Pool): Promise<Promised> {
  const changes = ['update % set id = id', 'delete from %', 'truncate %'].flatMap((change) => [
    change.replace('%', 'audit_events'),
    change.replace('%', 'audit_seals').replaceAll('id', 'event_id'),
  ]);
  const codes = await Promise.all(
    changes.map((change) =>
      pool.query(change).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      ),
    ),
  );
  const count = codes.filter((code) => code === '42501').length;
  return {
    name: 'Sửa, xóa, làm rỗng nhật ký bằng tài khoản của dịch vụ',
    promised: 'cơ sở dữ liệu từ chối mọi lệnh',
    figure: `${count}/${changes.length} bị từ chối`,
    holds: count === changes.length,
  };
}

async function tampered(pool: Pool): Promise<Promised> {
  const all = Object.values(TAMPERINGS);
  let found = 0;
  for (const sql of all) if ((await chainAfter(pool, sql)).broken) found++;
  return {
    name: 'Siêu người dùng tắt trigger rồi sửa, xóa, chèn sự kiện',
    promised: '«khop audit verify» chỉ ra sự kiện hỏng đầu tiên',
    figure: `${found}/${all.length} cách bị phát hiện`,
    holds: found === all.length,
  };
}

async function rewritten(pool: Pool): Promise<Promised> {
  const { head } = await verifyAuditChain(pool);
  const all = Object.values(REWRITINGS);
  let found = 0;
  for (const sql of all) if ((await chainAfter(pool, sql, head!)).expectedAt === null) found++;
  return {
    name: 'Cắt đuôi hoặc viết lại cả chuỗi',
    promised: 'mã đã giữ ở nơi khác (--expect) không còn trong chuỗi',
    figure: `${found}/${all.length} cách bị phát hiện`,
    holds: found === all.length,
  };
}

async function walked(pool: Pool): Promise<Promised> {
  await pool.query(
    `insert into audit_events (id, actor, action, entity, entity_id, summary, before, after)
     select gen_random_uuid(), 'a@khop.local', 'x.y', 'x', n::text, 'Việc', $1, $1 from generate_series(1, $2::int) n`,
    [JSON.stringify({ note: 'x'.repeat(500) }), MANY],
  );
  const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1000;
  };
  const sealing = await secondsOf(() => pool.query('select seal_audit_events()'));
  let sealed = 0;
  const walking = await secondsOf(async () => {
    sealed = (await verifyAuditChain(pool)).sealed;
  });
  return {
    name: `Niêm phong và kiểm tra ${MANY} sự kiện, mỗi sự kiện 1 kB`,
    promised: 'kiểm tra xong, không đứt, dưới 10 giây',
    figure: `niêm phong ${sealing.toFixed(1)} s, kiểm tra ${walking.toFixed(1)} s, ${sealed} nguyên vẹn`,
    holds: sealed === MANY + 5 && walking < 10,
  };
}
