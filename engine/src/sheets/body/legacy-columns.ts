import type { LegacyEncoding } from '../../text/legacy-letters.ts';
import { type Cell, columnLetters } from '../cell.ts';
import { convertedRemark, LEGACY_NAMES } from '../legacy-text.ts';
import {
  type Evidence,
  evidenceOf,
  isFitting,
  isFollowing,
  isPlainlyUnicode,
  isProven,
  mayBeLegacy,
  mendedText,
  pooled,
} from './legacy-evidence.ts';
import type { Column, Plan } from './plan.ts';
import type { Remarks } from './remarks.ts';

/** Rows below the header whose texts tell. */
const SAMPLE_ROWS = 500;

/** Columns whose texts may have been typed for an old font. Codes are read as they are: other files name the same ones. */
const TYPES: ReadonlySet<string> = new Set(['text', 'choice']);

/** One column and the code in which it was typed; `isMixed`: some of its texts are in Unicode. */
type LegacyColumn = { readonly column: Column; readonly encoding: LegacyEncoding; readonly isMixed: boolean };

type Judged = { readonly column: Column; readonly isMixed: boolean; readonly evidence: Evidence };

/** Mends the texts of columns that were typed for old fonts under a header in Unicode. */
export type LegacyCells = {
  /** False while more rows are needed to tell. */
  settle(cells: readonly Cell[]): boolean;
  /** No more rows come before the first is read. */
  decide(): void;
  /** The row with its texts in Unicode. */
  mended(cells: readonly Cell[]): readonly Cell[];
};

/** Nothing told yet; what is found is remarked on once. */
export function legacyCells(plan: Plan, remarks: Remarks): LegacyCells {
  const columns = [...new Map(plan.columns.map((column) => [column.index, column])).values()].filter(({ field }) =>
    TYPES.has(field.type),
  );
  const samples = new Map(columns.map((column) => [column, new Set<string>()]));
  let legacy: readonly LegacyColumn[] | undefined = columns.length === 0 ? [] : undefined;
  let seen = 0;
  const decide = (): void => {
    if (legacy) return;
    legacy = legacyColumns(samples);
    for (const encoding of ['tcvn3', 'vni'] as const) {
      const names = legacy
        .filter((one) => one.encoding === encoding)
        .map(({ column }) => `${columnLetters(column.index)} «${column.header.slice(0, 80)}»`);
      if (names.length > 0)
        remarks.warnings.add(convertedRemark(`Cột ${names.join(', ')} của tệp`, LEGACY_NAMES[encoding]));
    }
  };
  return {
    settle(cells) {
      if (legacy) return true;
      for (const [{ index }, texts] of samples) {
        const cell = cells[index];
        if (typeof cell === 'string' && (mayBeLegacy(cell) || isPlainlyUnicode(cell))) texts.add(cell);
      }
      if (++seen >= SAMPLE_ROWS) decide();
      return legacy !== undefined;
    },
    decide,
    mended(cells) {
      if (!legacy || legacy.length === 0) return cells;
      const copy = cells.slice();
      for (const { column, encoding, isMixed } of legacy) {
        const cell = copy[column.index];
        if (typeof cell !== 'string' || (isMixed && !isProof(cell, encoding))) continue;
        copy[column.index] = mendedText(cell, encoding);
      }
      return copy;
    },
  };
}

/** True when a text shows its encoding without its neighbours. */
function isProof(text: string, encoding: LegacyEncoding): boolean {
  const evidence = evidenceOf([text], encoding);
  return evidence.proofs.size > 0 && isFitting(evidence);
}

/** The columns that were typed in an old code. One code is enough for a file: what one column proves, others follow. */
function legacyColumns(samples: ReadonlyMap<Column, ReadonlySet<string>>): readonly LegacyColumn[] {
  for (const encoding of ['tcvn3', 'vni'] as const) {
    const judged = [...samples].map(([column, texts]): Judged => {
      const isMixed = [...texts].some(isPlainlyUnicode);
      const told = isMixed ? [...texts].filter((text) => isProof(text, encoding)) : texts;
      return { column, isMixed, evidence: evidenceOf(told, encoding) };
    });
    const whole = judged.filter(({ isMixed }) => !isMixed).map(({ evidence }) => evidence);
    if (![pooled(whole), ...judged.map(({ evidence }) => evidence)].some(isProven)) continue;
    return judged
      .filter(({ evidence, isMixed }) => (isMixed ? isProven(evidence) : isFollowing(evidence)))
      .map(({ column, isMixed }) => ({ column, encoding, isMixed }));
  }
  return [];
}
