import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { issuanceInput } from '../../plan-fixture.ts';
import { preflight } from '../../preflight/preflight.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

test('a regeneration tells of handed-over invoices whose document Bravo has cancelled since, or whose line is left out', () => {
  const kept = invoicesOf(given()).map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
  const input = issuanceInput(given({ kept }));
  const [line, ...others] = input.lines;
  const rules = { ...input.period.rules, cancelledDocStatuses: ['9'] };
  const cancelled = {
    ...input,
    period: { ...input.period, rules },
    lines: [{ ...line!, docStatus: '9' }, ...others],
  };
  const plan = planInvoices(cancelled);
  const holder = kept.find(({ items }) =>
    items.some(({ allocations }) => allocations.some((one) => one.line === '1')),
  )!;
  expect(plan.warnings).toEqual([
    expect.objectContaining({ code: 'KEPT_INVOICE_EXCLUDED', profile: holder.profile, invoice: holder.key }),
  ]);
  expect(plan.warnings[0]!.message).toMatch(/1 dòng bán của nó nay đã được loại ra \(Chứng từ đã hủy ở Bravo\)/);
  expect(preflight(cancelled, plan).find(({ code }) => code === 'KEPT_INVOICE_EXCLUDED')).toMatchObject({
    ...{ severity: 'warn', remedy: expect.stringMatching(/điều chỉnh hoặc thay thế/) },
  });
  expect(plan.tieOut).toEqual(planInvoices(input).tieOut);
  const leftOut = { ...input, exclusions: [{ line: '1', reason: 'not_a_sale' as const, note: 'nhập trùng' }] };
  expect(planInvoices(leftOut).warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/nhập trùng/)]);
  const drafts = kept.map((one): PlannedInvoice => ({ ...one, status: 'draft', pinned: true }));
  expect(planInvoices({ ...leftOut, kept: drafts }).warnings.map(({ code }) => code)).toEqual(['KEPT_DRAFT_OUTDATED']);
});
