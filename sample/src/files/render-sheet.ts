import { layoutOf } from '@khop/engine/sheets/layouts/layouts.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { wideLedgerSheet } from '../amis-world/ledger-layouts.ts';
import { withExtraColumns, withInvoiceStates, withInvoiceSymbols, withTextDays } from '../amis-world/sheet-habits.ts';
import { stockSheet } from '../amis-world/stock-layouts.ts';
import type { SampleFile } from './sample-file.ts';

const ADDED = {
  'extra-columns': withExtraColumns,
  'invoice-states': withInvoiceStates,
  'invoice-symbols': withInvoiceSymbols,
} as const;

/** The one sheet of a workbook as the profile exports it. */
export function sheetOf({ layout, rows, form, habit, period }: Extract<SampleFile, { kind: 'sheet' }>): SheetModel {
  if (form === 'wide-ledger') return wideLedgerSheet([...rows], period);
  if (form) return stockSheet(form, [...rows], period);
  switch (habit) {
    case 'text-days':
      return withTextDays(renderLayout(layout, rows, period));
    case 'extra-columns':
    case 'invoice-states':
    case 'invoice-symbols': {
      const all = [...rows];
      return ADDED[habit](renderLayout(layout, all, period), all, layoutOf(layout).headerRow);
    }
    default:
      return renderLayout(layout, rows, period);
  }
}
