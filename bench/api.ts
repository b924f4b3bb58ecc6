import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeBravo, writeProducts } from './api/data.ts';
import { type BenchService, startBenchService } from './api/service.ts';
import { printSteps } from './api/steps.ts';

/** The service's promises on a machine of two cores, with 100,000 products and 300,000 ledger lines in it. */
const BOUNDS = {
  listMs: 300,
  ledgerSearchMs: 1000,
  oneMs: 60,
  loadSeconds: 180,
  megabytes: 2048,
  requestsPerSecond: 60,
};
const TIMES = 25;

/**
 * The main calls of the API against a server, a worker and a PostgreSQL of their own: a catalogue uploaded twice, a Bravo
 * ledger stored, lists and single records read and written. Figures beside their bounds; fails when one is broken.
 * `--rows N --lines N --database URL` (a server to make a database on; without it the embedded one). `--steps` prints instead where
 * the time of a request goes, list by list, over a period of `--lines`.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      lines: { type: 'string' },
      database: { type: 'string' },
      steps: { type: 'boolean', default: false },
    },
  });
  if (values.steps) return printSteps(values.database, Number(values.lines ?? 30_000));
  const [rows, lines] = [Number(values.rows), Number(values.lines ?? 300_000)];
  const service = await startBenchService(values.database);
  try {
    const checks = [
      ...(await measureLoads(service, rows, lines)),
      ...(await measureCalls(service, rows, lines)),
      await measureThroughput(service),
    ];
    return checks.every(Boolean) ? 0 : 1;
  } finally {
    await service.stop();
  }
}

function show(name: string, figure: string, isKept: boolean, bound: string): boolean {
  console.log(`${name.padEnd(52)} ${figure.padEnd(44)} ${isKept ? 'đạt' : 'KHÔNG ĐẠT'} (${bound})`);
  return isKept;
}

async function measureLoads(service: BenchService, rows: number, lines: number): Promise<boolean[]> {
  const checks: boolean[] = [];
  const load = async (name: string, count: number, start: () => Promise<string>): Promise<void> => {
    const seconds = await service.runEnd(await start());
    const peaks = [service.peakMegabytes('serve'), service.peakMegabytes('worker')];
    const memory = `bộ nhớ ${peaks.map((peak) => peak.toFixed(0)).join(' + ')} MB`;
    const isKept = seconds <= BOUNDS.loadSeconds && !peaks.some((peak) => peak > BOUNDS.megabytes);
    const figure = `${seconds.toFixed(1)} s, ${Math.round(count / seconds)} dòng/s, ${memory}`;
    checks.push(show(name, figure, isKept, `≤ ${BOUNDS.loadSeconds} s, mỗi tiến trình ≤ ${BOUNDS.megabytes} MB`));
  };
  await mkdir(service.dataDir, { recursive: true });
  const profileId = (
    await service.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' })
  ).id;
  const file = (edition: number) => path.join(service.dataDir, `HangHoa-${edition}.xlsx`);
  for (const [edition, name] of ['tải lên danh mục', 'tải lại, 1% đổi giá'].entries()) {
    await writeProducts(file(edition), rows, edition);
    await load(`${name}: ${rows} mã hàng`, rows, () =>
      service.upload('/amis/products/bulk', file(edition), { profileId }),
    );
  }
  await writeBravo(path.join(service.dataDir, 'sample', 'bravo'), lines, 5000);
  const start = async (place: string, body?: object) =>
    (await service.call<{ runId: string }>('POST', place, body)).runId;
  await load('đồng bộ vật tư Bravo: 5000', 5000, () => start('/bravo-items-sync/sync'));
  const month = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  await load(`lưu sổ bán hàng Bravo: ${lines} dòng`, lines, () => start('/bravo-sales-ledgers', month));
  await load(`lưu lại sổ đó, không đổi`, lines, () => start('/bravo-sales-ledgers', month));
  await service.database.query('vacuum analyze');
  return checks;
}

type Timed = { readonly name: string; readonly boundMs: number; readonly call: (at: number) => Promise<unknown> };

async function measureCalls(service: BenchService, rows: number, lines: number): Promise<boolean[]> {
  const { items: profiles } = await service.call<{ items: { id: string }[] }>('GET', '/amis/profiles');
  const profileId = profiles[0]!.id;
  const { items } = await service.call<{ items: { id: string; version: number }[] }>(
    'GET',
    `/amis/products?profileId=${profileId}&limit=${TIMES}`,
  );
  const list = (name: string, query: string): Timed => ({
    name: `danh sách mã hàng: ${name}`,
    boundMs: BOUNDS.listMs,
    call: () => service.call('GET', `/amis/products?profileId=${profileId}&limit=100&${query}`),
  });
  const ledger = (name: string, query: string, boundMs = BOUNDS.listMs): Timed => ({
    name: `sổ bán hàng: ${name}`,
    boundMs,
    call: () => service.call('GET', `/bravo-sales-ledgers?limit=100&${query}`),
  });
  const calls: Timed[] = [
    list('trang đầu', ''),
    list('xếp theo tên', 'sort=name'),
    list('xếp theo giá trị tồn, giảm', 'sort=-stockValue'),
    list('trang cuối', `offset=${rows - 100}`),
    list('trang cuối, xếp theo tên', `sort=name&offset=${rows - 100}`),
    list('tìm «bếp từ»', 'q=b%E1%BA%BFp%20t%E1%BB%AB'),
    list('tìm một mã', `q=SHD-${rows - 7}`),
    list('tìm + xếp theo tên + tổng', 'q=bep%20hoa%20phat&sort=-name&totals=true'),
    list('tổng cộng toàn danh mục', 'totals=true'),
    ledger('trang đầu', ''),
    ledger('tìm + xếp theo tiền + tổng', 'q=noi%20com&sort=-amount&totals=true', BOUNDS.ledgerSearchMs),
    ledger('trang cuối', `offset=${lines - 100}`),
    ledger('một ngày + tổng', 'fromDate=2026-09-15&toDate=2026-09-15&totals=true'),
    {
      name: 'một mã hàng',
      boundMs: BOUNDS.oneMs,
      call: (at) => service.call('GET', `/amis/products/${items[at]!.id}`),
    },
    {
      name: 'sửa một mã hàng',
      boundMs: BOUNDS.oneMs,
      call: (at) =>
        service.call('PATCH', `/amis/products/${items[at]!.id}`, {
          version: items[at]!.version,
          note: `ghi chú ${at}`,
        }),
    },
    {
      name: 'số liệu của hồ sơ',
      boundMs: BOUNDS.listMs,
      call: () => service.call('GET', `/amis/profiles/${profileId}/stats`),
    },
    { name: 'các lượt chạy', boundMs: BOUNDS.oneMs, call: () => service.call('GET', '/runs') },
  ];
  const checks: boolean[] = [];
  for (const { name, boundMs, call } of calls) {
    const times: number[] = [];
    for (let at = 0; at < TIMES; at++) {
      const started = performance.now();
      await call(at);
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(TIMES - 1, Math.floor(TIMES * share))]!;
    const figure = `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, lâu nhất ${at(1).toFixed(0)} ms`;
    checks.push(show(name, figure, at(0.95) <= boundMs, `p95 ≤ ${boundMs} ms`));
  }
  return checks;
}

/** Sixteen people who page through a profile's catalogue at once, for five seconds. */
async function measureThroughput(service: BenchService): Promise<boolean> {
  const { items: profiles } = await service.call<{ items: { id: string }[] }>('GET', '/amis/profiles');
  const catalogue = `/amis/products?profileId=${profiles[0]!.id}&limit=50`;
  const until = performance.now() + 5000;
  let answered = 0;
  const person = async (from: number): Promise<void> => {
    for (let page = from; performance.now() < until; page += 16) {
      await service.call('GET', `${catalogue}&offset=${(page % 100) * 50}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, at) => person(at)));
  const rate = answered / 5;
  return show(
    '16 người lật trang cùng lúc',
    `${rate.toFixed(0)} yêu cầu/s`,
    rate >= BOUNDS.requestsPerSecond,
    `≥ ${BOUNDS.requestsPerSecond}/s`,
  );
}
