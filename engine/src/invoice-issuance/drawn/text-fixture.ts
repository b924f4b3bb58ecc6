import { formatQuantity } from '../../quantity.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { exportFiles } from '../export/export-files.ts';
import { recordFinder } from '../findings/records.ts';
import { preflight } from '../preflight/preflight.ts';
import { saleFindings } from '../preflight/sale-findings.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';

/** Answers of the engine as text, so that two of them can be compared line by line. */
export const told = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? formatQuantity(one) : one));
export const list = (name: string, all: readonly unknown[]): string[] => all.map((one) => `${name} ${told(one)}`);

export const planText = (plan: IssuancePlan): string[] =>
  Object.entries(plan).flatMap(([name, part]) => list(name, Array.isArray(part) ? part : [part]));

export function findingText(input: IssuanceInput, plan?: IssuancePlan, code?: string): string[] {
  const recordsOf = recordFinder(input, plan);
  return [...preflight(input, plan), ...saleFindings(input)]
    .filter((finding) => code === undefined || finding.code === code)
    .flatMap((finding) => [
      `finding ${told({ ...finding, about: undefined, lines: undefined, invoices: undefined })}`,
      ...list('  record', recordsOf(finding)),
    ]);
}

const sheetText = ({ name, rows, ...look }: SheetModel): string[] => [
  `sheet ${name} ${told(look)}`,
  ...[...rows].map((row) => `  ${told(row)}`),
];

export const fileText = (input: IssuanceInput, plan: IssuancePlan, rowsPerSheet?: number): string[] =>
  exportFiles(input, plan, undefined, undefined, rowsPerSheet).flatMap(({ path, sheets }) => [
    path,
    ...sheets.flatMap(sheetText),
  ]);
