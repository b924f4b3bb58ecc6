import type { ReadResult } from '@khop/engine/sheets/read-result.ts';

/** Remarks on the form of a file that say that it may hold more, or less, than what a person sees in it. */
const OF_FORM: ReadonlySet<string> = new Set([
  ...['HIDDEN_ROWS', 'HIDDEN_SHEET', 'SHEETS_JOINED', 'SHEETS_NOT_READ', 'FORMULA_NOT_CALCULATED', 'STOCK_MISMATCH'],
]);
/** Of a sales ledger "Kiểm tra kỳ" tells these itself, under the same codes. */
const OF_LOSS: ReadonlySet<string> = new Set(['TOTAL_MISMATCH', 'ROW_SKIPPED', 'REPORT_FILTERED']);

/** The remarks of a reading that an upload of the file would show, one of each kind. */
export function fileRemarks({ layout, warnings }: ReadResult): { readonly code: string; readonly message: string }[] {
  const first = new Map<string, { readonly message: string; readonly more: number }>();
  for (const { code, message } of warnings) {
    const told = OF_FORM.has(code)
      ? code
      : OF_LOSS.has(code) && layout !== 'amis-sales-ledger'
        ? 'FILE_INCOMPLETE'
        : undefined;
    if (!told) continue;
    const known = first.get(told);
    first.set(told, known ? { ...known, more: known.more + 1 } : { message, more: 0 });
  }
  return [...first].map(([code, { message, more }]) => ({
    code,
    message: more > 0 ? `${message} Còn ${more} điều như thế.` : message,
  }));
}
