import { comingChanges, nextChange, ruleChanges } from '@khop/engine/invoice-issuance/rule-changes/rule-changes.ts';
import { threadMain } from '../../../jobs/thread-main.ts';
import { readBooks } from './read-books.ts';
import type { AskedDay, PeriodRuleChanges } from './rule-changes.ts';

/** Days that are offered beside the one that is shown. */
const COMING = 6;

threadMain<AskedDay, PeriodRuleChanges>(async ({ on, ...address }) => {
  const { input, plan } = await readBooks(address);
  const { issueDay: today } = input.period;
  return {
    ...ruleChanges(input, plan, on ?? nextChange(input.invoiceRules, today)),
    today,
    isPlanned: plan !== undefined,
    coming: comingChanges(input.invoiceRules, today, COMING),
  };
});
