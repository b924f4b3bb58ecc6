import { needsSheets } from '@khop/engine/invoice-issuance/export/needs-sheets.ts';
import { causeSheets } from '@khop/engine/invoice-issuance/export/stock/cause-sheets.ts';
import { purchaseNeeds } from '@khop/engine/invoice-issuance/shortages/purchase-needs.ts';
import { explainLacks } from '@khop/engine/invoice-issuance/shortages/stock-lacks.ts';
import { ROWS_PER_SHEET } from '@khop/engine/sheets/sheetfuls.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { readBooks } from '../preflight/read-books.ts';
import type { Needs, NeedsAsked } from './purchase-needs.ts';

threadMain<NeedsAsked, Needs>(async ({ expected, ...address }) => {
  const { input, plan } = await readBooks(address);
  const shortages = plan ?? { shortages: [], invoices: [] };
  const lacks = explainLacks(input, shortages, expected);
  // Rows are made when they are pulled: only made ones can be sent to another thread.
  const sheets = [
    ...needsSheets(input, shortages, ROWS_PER_SHEET, expected),
    ...causeSheets(lacks, ROWS_PER_SHEET),
  ].map((sheet) => ({ ...sheet, rows: [...sheet.rows] }));
  return { needs: purchaseNeeds(input, shortages), sheets, lacks };
});
