import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startBenchService } from './api/service.ts';

/** The promises about a ledger of a million rows; the megabytes are those of server and worker together. */
const BOUNDS = { seconds: 60, megabytes: 800 };

/**
 * A sales ledger of AMIS through the real upload into PostgreSQL: server, worker and database of their own. Prints the seconds of the run, the
 * processor time of the worker and the most memory that was held. `--rows N --database URL`. Exit code 1 when a bound is broken.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '1000000' }, database: { type: 'string' } },
  });
  const service = await startBenchService(values.database);
  try {
    await mkdir(service.dataDir, { recursive: true });
    const file = path.join(service.dataDir, 'so-ban-hang.xlsx');
    const program = fileURLToPath(new URL('./workbook-process.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [program, 'write', file, values.rows]);
    const { id: profileId } = await service.call<{ id: string }>('POST', '/amis/profiles', {
      code: 'AP',
      name: 'An Phú',
      taxCode: '',
    });
    const period = await service.call<{ id: string }>('POST', '/invoice-issuance/periods', {
      code: '2026-09',
      name: 'Tháng 9/2026',
      fromDate: '2026-09-01',
      toDate: '2026-09-30',
      profileIds: [profileId],
    });
    const busy = loadavg()[0]!.toFixed(1);
    const load = `/invoice-issuance/periods/${period.id}/load-amis-sales-ledger`;
    const before = service.cpuSeconds('worker');
    const seconds = await service.runEnd(await service.upload(load, file, { profileId }));
    const cpu = service.cpuSeconds('worker') - before;
    const { rows } = await service.database.query<{ count: string }>('select count(*) from period_amis_sales');
    const megabytes = service.peakMegabytes('serve') + service.peakMegabytes('worker');
    const isKept =
      seconds <= BOUNDS.seconds && megabytes <= BOUNDS.megabytes && Number(rows[0]!.count) === Number(values.rows);
    console.log(
      `${rows[0]!.count} dòng sổ bán hàng vào PostgreSQL: ${seconds.toFixed(1)} s (bộ đọc CPU ${cpu.toFixed(1)} s), bộ nhớ máy chủ ${service.peakMegabytes('serve').toFixed(0)} + bộ đọc ${service.peakMegabytes('worker').toFixed(0)} MB: ${isKept ? 'đạt' : 'KHÔNG ĐẠT'} (≤ ${BOUNDS.seconds} s, ≤ ${BOUNDS.megabytes} MB); tải của máy lúc bắt đầu ${busy}`,
    );
    return isKept ? 0 : 1;
  } finally {
    await service.stop();
  }
}
