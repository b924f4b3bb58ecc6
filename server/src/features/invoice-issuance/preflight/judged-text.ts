import type { Day } from '@khop/engine/day.ts';
import type { FindingRecord } from '@khop/engine/invoice-issuance/findings/records.ts';
import type { CompleteThrough, DayCell } from '@khop/engine/invoice-issuance/gate/day-board.ts';
import type { Lateness } from '@khop/engine/invoice-issuance/rules/lateness.ts';
import type { KeyedFinding } from './keyed.ts';

/** The findings of «Kiểm tra kỳ», and the invoices at the wrong time by entity. */
export type JudgedPeriod = {
  readonly findings: KeyedFinding[];
  readonly lateness: Lateness[];
  readonly days: DayCell[];
  readonly completeThrough: CompleteThrough;
  readonly today: Day;
};

/** More records of one finding are not kept: reading them again costs less than holding up other answers for them. */
const MOST_KEPT = 20_000;

/**
 * The findings of a period, with their records, as the text that is kept under the revision of the books: the first line is the
 * period as «Kiểm tra kỳ» shows it, each further one a finding. Its records are read only when that finding is asked for.
 */
export function judgedText(
  judged: JudgedPeriod,
  findings: readonly KeyedFinding[],
  find: (finding: KeyedFinding) => FindingRecord[],
  mostKept = MOST_KEPT,
): string {
  const lines = findings.map((finding) => {
    const records = find(finding);
    return `${finding.key}\t${finding.code}\t${records.length > mostKept ? '' : JSON.stringify(records)}`;
  });
  return [JSON.stringify(judged), ...lines].join('\n');
}

export const judgedIn = (text: string): JudgedPeriod => JSON.parse(text.slice(0, text.indexOf('\n') >>> 0));

/** The records of the finding with this key, or of all with this code; null where one has more than are kept. */
export function recordsIn(text: string, wanted: string): FindingRecord[] | null {
  const found: FindingRecord[] = [];
  for (const line of text.split('\n').slice(1)) {
    const [key, code] = line.split('\t', 2);
    if (wanted !== key && wanted !== code) continue;
    const records = line.slice(line.lastIndexOf('\t') + 1);
    if (records === '') return null;
    found.push(...(JSON.parse(records) as FindingRecord[]));
  }
  return found;
}
