import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { planInvoices } from './plan.ts';
import { type GivenPeriod, issuanceInput } from './plan-fixture.ts';
import { quantityText } from './quantity-text.ts';
import type { IssuancePlan } from './types.ts';

const folder = new URL('../../golden/invoice-issuance/periods/', import.meta.url);

/** The plan in the words of the golden cases: short lines that an accountant can check by hand. */
function summaryOf(plan: IssuancePlan): Record<string, unknown> {
  const { tieOut } = plan;
  const list = (name: string, rows: readonly string[]) => (rows.length > 0 ? { [name]: rows } : {});
  return {
    tieOut: `${tieOut.ledger} = ${tieOut.invoiced} + ${tieOut.alreadyInvoiced} + ${tieOut.unallocated} + ${tieOut.excluded}`,
    ...list(
      'invoices',
      plan.invoices.flatMap(({ voucherNumber, date, documentDate, buyer, vat, total, items }) => [
        `${voucherNumber} · ${date} (bán ${documentDate}) · ${buyer.customerCode} ${buyer.name} [${buyer.source}] · ${vat.map((one) => `${one.rate}: ${one.amount} + ${one.vatAmount}`).join(', ')} = ${total}`,
        ...items.map(
          (item) =>
            `   ${quantityText(item.quantity)} ${item.unit} ${item.product} = ${item.amount} + ${item.vatAmount} ← ${item.allocations.map((one) => `${one.line}${one.lot ? ` từ ${one.lot}` : ''}`).join(', ')}`,
        ),
      ]),
    ),
    ...list(
      'shortages',
      plan.shortages.map(({ line, reason, amount, message }) => `${line} · ${reason} · ${amount} · ${message}`),
    ),
    ...list(
      'alreadyInvoiced',
      plan.alreadyInvoiced.map(
        ({ line, voucherNumber, amount, signals }) => `${line} = ${voucherNumber} · ${amount} · ${signals.join(' ')}`,
      ),
    ),
    ...list(
      'netted',
      plan.netted.map(
        (one) => `${one.returnLine} bù ${one.saleLine} · ${quantityText(one.baseQuantity)} · ${one.amount}`,
      ),
    ),
    ...list(
      'review',
      plan.review.map(({ entry, candidates, why }) => `${entry} → ${candidates.join(', ')}: ${why}`),
    ),
    ...list(
      'excluded',
      plan.excluded.map(({ line, reason, amount }) => `${line} · ${reason} · ${amount}`),
    ),
    ...list(
      'warnings',
      plan.warnings.map(({ code }) => code),
    ),
  };
}

type Case = { readonly name: string; readonly given: GivenPeriod; readonly expect: Record<string, unknown> };

describe.each(readdirSync(folder).sort())('%s', (file) => {
  const cases: Case[] = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  test.each(cases)('$name', ({ given, expect: expected }) => {
    expect(summaryOf(planInvoices(issuanceInput(given)))).toEqual(expected);
  });
});
