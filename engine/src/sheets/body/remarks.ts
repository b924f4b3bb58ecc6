import { type Cell, cellText, columnLetters } from '../cell.ts';
import { issueList } from '../issue-list.ts';
import type { Issue } from '../read-result.ts';
import type { Column } from './plan.ts';

/** The remarks on a file: rejected cells and warnings. */
export type Remarks = {
  readonly rejected: Issue[];
  readonly warnings: ReturnType<typeof issueList>;
  reject(row: number, column: Column, cell: Cell | undefined, code: string, sentence: string): void;
  warn(row: number, column: Column, cell: Cell | undefined, code: string, sentence: string): void;
  /** A warning about the whole file. */
  tell(code: string, message: string, value?: number): void;
};

/** Characters of a wrong value that are told: each of so many is kept with the report. */
const LONGEST_VALUE = 200;

/** No remarks yet. */
export function remarks(): Remarks {
  const rejected: Issue[] = [];
  const warnings = issueList();
  return {
    rejected,
    warnings,
    reject: (...about) => void rejected.push(issueOf(...about)),
    warn: (...about) => warnings.add(issueOf(...about)),
    tell: (code, message, value) => warnings.add({ row: 0, column: null, value: value ?? null, code, message }),
  };
}

function issueOf(row: number, column: Column, cell: Cell | undefined, code: string, sentence: string): Issue {
  const letters = columnLetters(column.index);
  const whole = cell === null || cell === undefined ? null : typeof cell === 'object' ? cellText(cell) : cell;
  const value = typeof whole === 'string' && whole.length > LONGEST_VALUE ? `${whole.slice(0, LONGEST_VALUE)}…` : whole;
  const shown = value === null ? '' : ` giá trị «${cellText(cell).slice(0, 80)}»`;
  const message = `Dòng ${row}, cột ${letters} «${column.header.slice(0, 80)}»:${shown} ${sentence}`;
  return { row, column: letters, value, code, message };
}
