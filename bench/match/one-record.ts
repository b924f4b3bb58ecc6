import { openIndex, putRecord } from '@khop/engine/connections/live-index/live-index.ts';
import { matchNear } from '@khop/engine/connections/live-index/match-near.ts';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import pg from 'pg';
import { scaleSet } from './generated.ts';
import { foldForTrigrams } from './peers.ts';

const LOOKUPS = 400;
const WARM_UP = 100;
/** The peer is slower by far. */
const PEER_LOOKUPS = 200;

function printTimes(name: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.floor((times.length - 1) * share)]!.toFixed(2);
  console.log(
    `${name.padEnd(28)} median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms (${times.length} records)`,
  );
}

/** Another word in the place of the last one. */
const renamed = (record: MatchRecord): MatchRecord => ({
  ...record,
  name: `${record.name.split(' ').slice(0, -1).join(' ')} xanh`,
});

/** Times one changed record against two catalogues that are kept ready, and pg_trgm on the same records. */
export async function printOne(size: number, postgres: string | undefined): Promise<void> {
  const { kind, left, right } = scaleSet(size);
  const started = performance.now();
  const index = openIndex(kind, left, right);
  console.log(
    `\nOne record against ${right.length} (index opened in ${((performance.now() - started) / 1000).toFixed(1)} s, one thread)`,
  );
  const positions = Array.from({ length: LOOKUPS + WARM_UP }, (_, i) =>
    Math.floor((i * left.length) / (LOOKUPS + WARM_UP)),
  );
  // As a refresh does it: with the pairs of the records that are suggested for it, which change with it.
  const measure = (name: string, recordAt: (position: number) => MatchRecord): void => {
    const times: number[] = [];
    const cpu: number[] = [];
    for (const position of positions) {
      const [before, used] = [performance.now(), process.threadCpuUsage()];
      matchNear(index, { left: [putRecord(index, 'left', recordAt(position))], right: [] });
      const { user, system } = process.threadCpuUsage(used);
      times.push(performance.now() - before);
      cpu.push((user + system) / 1000);
    }
    printTimes(name, times.slice(WARM_UP));
    printTimes('  … its processor time', cpu.slice(WARM_UP));
  };
  measure('Khớp, with evidence', (position) => left[position]!);
  measure('Khớp, under another name', (position) => renamed(left[position]!));
  if (!postgres) return;
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_trgm');
    await client.query('create temp table one_right (i int, t text)');
    await client.query('insert into one_right select i - 1, t from unnest($1::text[]) with ordinality as x(t, i)', [
      right.map((record) => foldForTrigrams(record.name)),
    ]);
    await client.query('create index on one_right using gist (t gist_trgm_ops(siglen=64))');
    await client.query('analyze one_right');
    const peer: number[] = [];
    for (let i = 0; i < PEER_LOOKUPS; i++) {
      const text = foldForTrigrams(left[Math.floor((i * left.length) / PEER_LOOKUPS)]!.name);
      const before = performance.now();
      await client.query('select i, similarity(t, $1) from one_right order by t <-> $1 limit 10', [text]);
      peer.push(performance.now() - before);
    }
    printTimes('pg_trgm, 10 nearest (GiST)', peer);
  } finally {
    await client.end();
  }
}
