import { expect, test } from 'vitest';
import { addDays, type Day, formatDay } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import { planInvoices } from '../plan.ts';
import { preflight } from '../preflight/preflight.ts';
import { isSymbol } from '../preflight/preflight-rules.ts';
import { lastSigningDay } from '../rules/dates.ts';
import type { FineStep } from '../rules/fines.ts';
import {
  type InvoiceRules,
  RANGED_KINDS,
  RULE_KINDS,
  type RuleKind,
  ruleOn,
  SINCE_ALWAYS,
} from '../rules/invoice-rules.ts';
import { latenessOf } from '../rules/lateness.ts';
import { SHIPPED_RULES } from '../rules/shipped-rules.ts';
import { monthAt, REGIMES } from './regimes-fixture.ts';

/*
 * One small month, made at the days on both sides of each change of the law, as it was last agreed to: of each invoice
 * its date, the last day of signing, the rates, the validity of its symbol and the words for the buyer; then the steps of
 * the fines and the codes of «Kiểm tra kỳ». `vitest -u` on this file writes it anew.
 */

/** The month as an accountant reads it, a line for each invoice. */
function monthText(issueDay: Day, rules: InvoiceRules = SHIPPED_RULES): string[] {
  const input = monthAt(issueDay, rules);
  const plan = planInvoices(input);
  const termsOf = new Map(input.profiles.map(({ terms }) => [terms.code, terms]));
  const invoices = plan.invoices.map(({ profile, date, documentDate, buyer, vat }) => {
    const terms = termsOf.get(profile)!;
    const signing = lastSigningDay(documentDate, rules, terms);
    const isValid = isSymbol(terms, ruleOn(rules.symbols, date)!);
    const isOfYear = terms.invoiceSymbol.slice(1, 3) === date.slice(2, 4);
    return [
      `${profile} bán ${formatDay(documentDate)}`,
      `hóa đơn ${formatDay(date)} ${date === documentDate ? 'giữ ngày' : 'ngày thực'}`,
      `ký ${signing ? `${formatDay(signing.judge)}${signing.isProvisional ? ' tạm tính' : ''}` : 'chưa có hạn'}`,
      vat.map(({ rate, amount, vatAmount }) => `${rate} %: ${formatVnd(amount)} + ${formatVnd(vatAmount)}`).join(', '),
      `${terms.invoiceForm}${terms.invoiceSymbol} ${isValid ? (isOfYear ? 'đúng' : 'khác năm') : 'không hợp lệ'}`,
      buyer.name,
    ].join(' · ');
  });
  const shortages = plan.shortages.map(({ line, reason }) => `chờ ${line}: ${reason}`);
  const fines = latenessOf(input, plan).flatMap(({ profile, late, lateStep, missing, missingStep }) => [
    ...(lateStep ? [`${profile} lập sai thời điểm ${late.length}: ${stepText(lateStep)}`] : []),
    ...(missingStep ? [`${profile} chưa lập, quá hạn ${missing.length}: ${stepText(missingStep)}`] : []),
  ]);
  const codes = [...Map.groupBy(preflight(input, plan), ({ code, severity }) => `${code} (${severity})`)].map(
    ([code, own]) => `${code} ${own.reduce((sum, { count }) => sum + (count ?? 1), 0)}`,
  );
  return [...invoices, ...shortages, ...fines, ...codes.sort()].map((one) => `  ${one}`);
}

const stepText = ({ low, high, nextFrom }: FineStep): string =>
  `${formatVnd(low)} – ${formatVnd(high)} đ, khung kế tiếp từ ${nextFrom ?? 'không có'}`;

const bookText = (rules: InvoiceRules = SHIPPED_RULES): string =>
  REGIMES.map(({ issueDay, says }) =>
    [`## Lập ngày ${formatDay(issueDay)}: ${says}`, ...monthText(issueDay, rules), ''].join('\n'),
  ).join('\n');

test('the month at the days beside the changes of the law is as agreed to', async () => {
  await expect(bookText()).toMatchFileSnapshot('../../../golden/regimes.txt');
});

/** Kinds of which these months show nothing: they are for numbered invoices, tax codes, and lines with facts of their own. */
const ELSEWHERE: readonly RuleKind[] = [
  ...(['cancellations', 'consolidations', 'incidents', 'branchCodes', 'accountCharts'] as const),
  ...(['exportDates', 'serviceDates', 'reconciliationTrades'] as const),
];

/** True for days of a rule that are in one of the months, or just after it, where signing ends. */
const isBesides = ({ fromDate, toDate = fromDate }: { readonly fromDate: Day; readonly toDate?: Day }): boolean =>
  REGIMES.some(({ issueDay }) => fromDate <= addDays(issueDay, 3) && addDays(issueDay, -12) <= toDate);

test('every rule of these days is seen: without it the months are others', () => {
  const agreed = bookText();
  const missed: string[] = [];
  let tried = 0;
  for (const kind of RULE_KINDS.filter((one) => !ELSEWHERE.includes(one)))
    for (const [index, rule] of SHIPPED_RULES[kind].entries()) {
      const isRange = RANGED_KINDS.includes(kind) || kind === 'swaps';
      if ((isRange && !isBesides(rule)) || rule.fromDate === SINCE_ALWAYS) continue;
      tried += 1;
      // The kind keeps its rules but for one.
      const rules = { ...SHIPPED_RULES, [kind]: (SHIPPED_RULES[kind] as readonly unknown[]).toSpliced(index, 1) };
      if (bookText(rules as InvoiceRules) === agreed) missed.push(`${kind} ${rule.fromDate}`);
    }
  expect(missed).toEqual([]);
  expect(tried).toBeGreaterThan(15);
});
