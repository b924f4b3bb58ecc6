import { parseArgs } from 'node:util';
import type { Assignment, MatchKind } from '@khop/engine/connections/record.ts';
import { defaultAssignment } from '@khop/engine/connections/suggest.ts';
import { sentenceOf } from '../../sentence.ts';
import { isSameFile, writtenTogether } from '../written-together.ts';
import { matchFiles } from './match-files.ts';
import { Refusal } from './read-catalogue.ts';

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
    const { left, right, out } = values;
    if (!left || !right || !out) throw new Refusal(USAGE);
    if ([left, right].some((input) => isSameFile(input, out)))
      throw new Refusal(`--out là chính danh mục «${out}»: kết quả sẽ ghi đè lên nó. Chọn tên khác.`);
    // A run that is stopped leaves no file of the best pairs alone: it would pass for the answer.
    const counts = await writtenTogether([out], ([staged]) =>
      matchFiles({ kind, assignment, left, right, out: staged! }),
    );
    const pairs = `${counts.chosen} cặp được chọn, ${counts.pairs} cặp gợi ý`;
    console.log(`${counts.left} × ${counts.right} bản ghi: ${pairs} → ${out}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 2;
  }
}
