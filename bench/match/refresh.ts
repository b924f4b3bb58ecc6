import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { type BenchService, startBenchService } from '../api/service.ts';
import { scaleSet } from './generated.ts';

const PATH = '/product-connections/suggestions';
/** Records inserted at once. */
const CHUNK = 5000;
/** One record is edited by hand so many times. */
const SINGLE = 5;
const MANY = 0.01;
/** The time that passes between two looks at the database. */
const LOOK_EVERY_MS = 20;

/**
 * A refresh as the service does it: two catalogues matched once, then one record edited by hand, a hundred changed, and more. Seconds,
 * CPU-seconds of the worker with all its threads, its memory, and the suggestions that were written.
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
      show(service, name, { seconds, cpu: service.cpuSeconds('worker') - before, written: await written(service) });
    };
    const change = (share: number) => rename(service, profile.id, share);

    await work('everything', 'generate');
    await work('everything, again', 'generate');
    const single = await edits(service, profile.id);
    const middle = (of: keyof Taken) => single.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(SINGLE / 2)]!;
    show(service, `hand edit, pause included: median of ${SINGLE}`, {
      ...{ seconds: middle('seconds'), cpu: middle('cpu'), written: middle('written') },
    });
    await work('nothing has changed', 'refresh');
    await change(100 / left.length);
    await work('100 records', 'refresh');
    await change(MANY);
    await work('1 % of the AMIS records', 'refresh');
  } finally {
    await service.stop();
  }
}

type Taken = { readonly seconds: number; readonly cpu: number; readonly written: number };

function show(service: BenchService, name: string, { seconds, cpu, written }: Taken): void {
  const memory = `${service.megabytes('worker').toFixed(0)} MB, peak ${service.peakMegabytes('worker').toFixed(0)} MB`;
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(2).padStart(7)} s ${cpu.toFixed(2).padStart(7)} CPU-s   ${memory}, ${written} written`,
  );
}

/** The suggestions that the last run wrote. */
async function written({ database }: BenchService): Promise<number> {
  const { rows } = await database.query(
    "select coalesce(result ->> 'written', '0')::int as n from runs where kind like 'product-suggestions%' order by finished_at desc limit 1",
  );
  return rows[0].n;
}

/** Edits one record by hand after the other, and waits each time from the answer to the edit until its suggestions can be read. */
async function edits(service: BenchService, profileId: string): Promise<Taken[]> {
  const { database } = service;
  const matchedBy = async (): Promise<unknown> =>
    (await database.query('select matched_by from matching_states where profile_id = $1', [profileId])).rows[0]
      .matched_by;
  const { rows } = await database.query(
    'select id, name, version from amis_products where profile_id = $1 order by md5(id::text) limit $2',
    [profileId, SINGLE],
  );
  const taken: Taken[] = [];
  for (const { id, name, version } of rows) {
    const [before, cpu] = [await matchedBy(), service.cpuSeconds('worker')];
    await service.call('PATCH', `/amis/products/${id}`, { version, name: `${name} xanh` });
    const started = performance.now();
    while ((await matchedBy()) === before) await sleep(LOOK_EVERY_MS);
    const seconds = (performance.now() - started) / 1000;
    taken.push({ seconds, cpu: service.cpuSeconds('worker') - cpu, written: await written(service) });
  }
  return taken;
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
