import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Assignment, MatchKind } from '@khop/engine/connections/record.ts';
import { defaultAssignment, suggestConnections } from '@khop/engine/connections/suggest.ts';
import { stringify } from 'csv-stringify/sync';
import { openMatchPool, threadsFor } from '../../jobs/match-pool.ts';
import { sentenceOf } from '../../sentence.ts';
import { Refusal, readCatalogue } from './read-catalogue.ts';

const USAGE =
  'Cách dùng: khop match --kind product|partner --left L.csv --right R.csv --out PAIRS.csv [--assign one-to-one|each-right|each-left]';

function oneOf<T extends string>(option: string, value: string | undefined, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw new Refusal(`--${option} phải là ${allowed.join(' | ')}, nhận được «${value ?? ''}».\n${USAGE}`);
  return found;
}

const OPTIONS = {
  kind: { type: 'string' },
  left: { type: 'string' },
  right: { type: 'string' },
  out: { type: 'string' },
  assign: { type: 'string' },
} as const;

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new Refusal(`${sentenceOf(error) ?? String(error)}\n${USAGE}`);
  }
}

/** `khop match`: writes the suggested pairs of two CSV catalogues. Exit code 0, or 2 when the call cannot be served. */
export async function run(args: string[]): Promise<number> {
  try {
    const values = readOptions(args);
    const kind = oneOf<MatchKind>('kind', values.kind, ['product', 'partner']);
    const assignment = values.assign
      ? oneOf<Assignment>('assign', values.assign, ['one-to-one', 'each-right', 'each-left'])
      : defaultAssignment(kind);
    if (!values.left || !values.right || !values.out) throw new Refusal(USAGE);
    const left = readCatalogue(values.left);
    const right = readCatalogue(values.right);
    const threads = threadsFor(left.length, right.length);
    const pool = threads > 0 ? openMatchPool(threads) : undefined;
    const pairs = suggestConnections(kind, left, right, { assignment, spread: pool?.spread });
    await pool?.close();
    const rows = pairs.map((pair) => [
      left[pair.left]!.id,
      right[pair.right]!.id,
      pair.score,
      pair.best ? 1 : 0,
      JSON.stringify(pair.evidence),
    ]);
    writeFileSync(
      values.out,
      stringify(rows, { header: true, columns: ['left_id', 'right_id', 'score', 'best', 'evidence'] }),
    );
    const chosen = pairs.filter((pair) => pair.best).length;
    console.log(
      `${left.length} × ${right.length} bản ghi: ${chosen} cặp được chọn, ${pairs.length} cặp gợi ý → ${values.out}`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 2;
  }
}
