import { ruleChangeSheets } from '@khop/engine/invoice-issuance/export/rule-change-sheets.ts';
import { comingChanges, nextChange, ruleChanges } from '@khop/engine/invoice-issuance/rule-changes/rule-changes.ts';
import { ROWS_PER_SHEET } from '@khop/engine/sheets/sheetfuls.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { readBooks } from './read-books.ts';
import type { AskedDay, PeriodRuleChanges } from './rule-changes.ts';

/** Days that are offered beside the one that is shown. */
const COMING = 6;

threadMain<AskedDay, PeriodRuleChanges>(async ({ on, isWorkbook, ...address }) => {
  const { input, plan } = await readBooks(address);
  const { issueDay: today } = input.period;
  const changes = ruleChanges(input, plan, on ?? nextChange(input.invoiceRules, today));
  // Rows are made when they are pulled: only made ones can be sent to another thread.
  const sheets = isWorkbook
    ? ruleChangeSheets(input, changes, ROWS_PER_SHEET).map((sheet) => ({ ...sheet, rows: [...sheet.rows] }))
    : [];
  return {
    ...changes,
    today,
    isPlanned: plan !== undefined,
    coming: comingChanges(input.invoiceRules, today, COMING),
    sheets,
  };
});
