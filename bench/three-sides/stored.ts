import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type pg from 'pg';
import { startBenchService } from '../api/service.ts';
import { type Filled, fillThreeSides } from './fill.ts';

/** The promise about a million rows; the megabytes are those of the worker, which compares. */
const BOUNDS = { seconds: 60, megabytes: 800 };
/** Below that it is no measurement of the promise. */
const MANY_ROWS = 900_000;

/** Fields of /proc/PID/stat after the name in brackets: 1 the parent, 11 to 14 user and system time of it and of its ended children. */
const statOf = (pid: number | string): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Seconds of processor that a PostgreSQL on this machine has used so far; NaN for one elsewhere, or without Linux. */
async function databaseCpu(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  try {
    const postmaster = statOf(rows[0]!.pid)[1]!;
    const own = statOf(postmaster).slice(11, 15);
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => fieldsOrNone(pid))
      .filter(([, parent]) => parent === postmaster);
    const ticks = [...own, ...children.flatMap((fields) => fields.slice(11, 13))];
    return ticks.reduce((sum, one) => sum + Number(one), 0) / 100;
  } catch {
    return Number.NaN;
  }
}

/** A process may end while it is looked at. */
function fieldsOrNone(pid: string): string[] {
  try {
    return statOf(pid);
  } catch {
    return [];
  }
}

type Told = { readonly kind: string; readonly rows: number };

/**
 * The comparison as the product runs it: server, worker and a PostgreSQL of their own, with so many rows in the product's own tables, all in
 * the sales of one profile. Prints its seconds, processor time and memory, and what it found beside what was planted. Exit code 1 when a
 * bound is broken or anything else was found.
 */
export async function runStored(rows: number, address: string | undefined): Promise<number> {
  const service = await startBenchService(address);
  try {
    const profile = { code: 'AP', name: 'An Phú', taxCode: '0312345678' };
    const { id: profileId } = await service.call<{ id: string }>('POST', '/amis/profiles', profile);
    const month = { name: 'Tháng 10/2026', fromDate: '2026-10-01', toDate: '2026-10-31', profileIds: [profileId] };
    const { id: periodId } = await service.call<{ id: string }>('POST', '/invoice-issuance/periods', month);
    const filled = await fillThreeSides(service.database, { periodId, profileId }, Math.ceil(rows / 3));
    const load = loadavg()[0]!.toFixed(1);
    const [before, ofDatabase] = [service.cpuSeconds('worker'), await databaseCpu(service.database)];
    const place = `/invoice-issuance/periods/${periodId}/three-sides`;
    const seconds = await service.runEnd((await service.call<{ runId: string }>('POST', place, {})).runId);
    const cpu = service.cpuSeconds('worker') - before;
    const databaseCpuSeconds = (await databaseCpu(service.database)) - ofDatabase;
    const megabytes = service.peakMegabytes('worker');
    const { rows: told } = await service.database.query<Told>(
      `select coalesce(kind, state) as kind, count(*)::int as rows from three_sided_rows where period_id = $1 group by 1 order by 1`,
      [periodId],
    );
    const isRight = compareWithTruth(filled, told) && (await tiesOut(service.database, periodId));
    const isMeasured = filled.rows >= MANY_ROWS;
    const isKept = !isMeasured || (seconds <= BOUNDS.seconds && megabytes <= BOUNDS.megabytes);
    console.log(
      `${filled.rows} dòng ở ba bên trong PostgreSQL: ${seconds.toFixed(1)} s (CPU: bộ đối chiếu ${cpu.toFixed(1)} s, PostgreSQL ${databaseCpuSeconds.toFixed(1)} s; bộ nhớ bộ đối chiếu cao nhất ${megabytes.toFixed(0)} MB): ${isKept && isRight ? 'đạt' : 'KHÔNG ĐẠT'}${isMeasured ? ` (≤ ${BOUNDS.seconds} s, ≤ ${BOUNDS.megabytes} MB)` : ''}; tải của máy lúc bắt đầu ${load}`,
    );
    return isKept && isRight ? 0 : 1;
  } finally {
    await service.stop();
  }
}

/** Counts of each kind, found beside planted; all other rows must agree. */
function compareWithTruth({ planted, invoices }: Filled, told: readonly Told[]): boolean {
  const found = new Map(told.map(({ kind, rows }) => [kind, rows]));
  const kinds = new Set([...planted.keys(), ...found.keys()]);
  kinds.delete('equal');
  for (const kind of kinds)
    console.log(`${kind.padEnd(20)} có thật ${planted.get(kind) ?? 0}, tìm thấy ${found.get(kind) ?? 0}`);
  console.log(`${'khớp'.padEnd(20)} ${found.get('equal') ?? 0} trên ${invoices} hóa đơn\n`);
  return [...kinds].every((kind) => planted.get(kind) === found.get(kind));
}

/** Each side's rows hold what its own table holds. */
async function tiesOut(database: pg.Client, periodId: string): Promise<boolean> {
  const { rows } = await database.query<Record<string, string>>(
    `select (select sum(total) from invoices where period_id = $1) - sum(delivery_total) as delivery,
       (select sum(amount + vat_amount) from period_amis_sales where period_id = $1 and invoice_state = '') - sum(books_total) as books,
       (select sum(total) from tax_list_rows where state not in ('replaced', 'cancelled')) - sum(tax_total) as tax
     from three_sided_rows where period_id = $1`,
    [periodId],
  );
  const lost = Object.entries(rows[0]!).filter(([, amount]) => Number(amount) !== 0);
  for (const [side, amount] of lost) console.log(`${side}: lệch ${amount} đồng`);
  return lost.length === 0;
}
