import { randomUUID } from 'node:crypto';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { type BenchService, startBenchService } from '../api/service.ts';
import { scaleSet } from './generated.ts';

const PATH = '/product-connections/suggestions';
/** Records inserted at once. */
const CHUNK = 5000;
/** One record is changed so many times. */
const SINGLE = 20;
/** More than 0.5 % of the records: everything is matched anew. */
const MANY = 0.01;

/**
 * A refresh as the service does it, from the request to the end of the run: two catalogues matched once, then one record
 * changed with and without an index at hand, a hundred, and more than a refresh takes on. Seconds, CPU-seconds of the
 * worker with all its threads, and its memory.
 */
export async function printRefresh(size: number, postgres: string | undefined): Promise<void> {
  const { left, right } = scaleSet(size);
  const service = await startBenchService(postgres);
  try {
    const profile = await service.call<{ id: string }>('POST', '/amis/profiles', {
      ...{ code: 'AP', name: 'An Phú', taxCode: '' },
    });
    await store(service, profile.id, left, right);
    console.log(`\nThrough the service: ${left.length} × ${right.length} goods`);
    const work = async (name: string, what: 'generate' | 'refresh') => {
      const before = service.cpuSeconds('worker');
      const { runId } = await service.call<{ runId: string }>('POST', `${PATH}/${what}`, { profileId: profile.id });
      const seconds = await service.runEnd(runId);
      const cpu = service.cpuSeconds('worker') - before;
      if (name !== '') show(service, name, seconds, cpu);
      return { seconds, cpu };
    };
    const change = (share: number) => rename(service, profile.id, share);

    await work('everything', 'generate');
    await change(1 / left.length);
    await work('1 record, nothing ready', 'refresh');
    const single: { seconds: number; cpu: number }[] = [];
    for (let n = 0; n < SINGLE; n++) {
      await change(1 / left.length);
      single.push(await work('', 'refresh'));
    }
    const middle = (of: 'seconds' | 'cpu') => single.map((one) => one[of]).sort((a, b) => a - b)[SINGLE / 2]!;
    show(service, `1 record, index ready: median of ${SINGLE}`, middle('seconds'), middle('cpu'));
    await work('nothing has changed', 'refresh');
    await change(100 / left.length);
    await work('100 records, index ready', 'refresh');
    await change(MANY);
    await work('1 % of the AMIS records', 'refresh');
  } finally {
    await service.stop();
  }
}

function show(service: BenchService, name: string, seconds: number, cpu: number): void {
  const memory = `${service.megabytes('worker').toFixed(0)} MB, peak ${service.peakMegabytes('worker').toFixed(0)} MB`;
  console.log(`${name.padEnd(40)} ${seconds.toFixed(2).padStart(7)} s ${cpu.toFixed(2).padStart(7)} CPU-s   ${memory}`);
}

/** Puts both catalogues where an import and a sync would. */
async function store(
  { database }: BenchService,
  profileId: string,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
): Promise<void> {
  // The generated codes are not unique: a running number makes them so.
  const rows = (records: readonly MatchRecord[]) =>
    records.map(({ name, code, unit, group, price }, n) => ({
      ...{ id: randomUUID(), code: `${code ?? 'M'}-${n}`, name, unit: unit ?? '', group: group ?? '' },
      price: price ?? null,
    }));
  const columns = '(id uuid, code text, name text, unit text, "group" text, price numeric)';
  const insert = async (all: readonly object[], sql: string, ...more: unknown[]): Promise<void> => {
    for (let from = 0; from < all.length; from += CHUNK)
      await database.query(sql, [JSON.stringify(all.slice(from, from + CHUNK)), ...more]);
  };
  await insert(
    rows(left),
    `insert into amis_products (id, profile_id, code, name, unit, product_group, sale_price)
     select id, $2, code, name, unit, "group", price from jsonb_to_recordset($1::jsonb) as r ${columns}`,
    profileId,
  );
  await insert(
    rows(right),
    `insert into bravo_items (code, name, unit, item_group, modified_at, synced_at)
     select code, name, unit, "group", now(), now() from jsonb_to_recordset($1::jsonb) as r ${columns}`,
  );
  await database.query('vacuum analyze');
}

/** Calls this share of the AMIS records otherwise: a word at the end goes or another one comes. */
async function rename({ database }: BenchService, profileId: string, share: number): Promise<void> {
  await database.query(
    `update amis_products set updated_at = now(), name = case when name like '% xanh' then left(name, -5) else name || ' xanh' end
     where profile_id = $1 and id in (select id from amis_products where profile_id = $1 order by md5(id::text || name)
       limit (select round($2::float8 * count(*)) from amis_products where profile_id = $1))`,
    [profileId, share],
  );
}
