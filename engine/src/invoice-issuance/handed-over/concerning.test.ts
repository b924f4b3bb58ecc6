import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { HandedOver } from './handed-over.ts';

test('a pinned draft that carries an exported line is dated anew by the facts of that line, though it is gone', () => {
  const month = issuanceInput({
    issueDay: '2026-09-12',
    profiles: [
      {
        ...{ code: 'A', products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
        stock: [{ product: 'SP1', opening: '20' }],
      },
    ],
    partners: [{ code: 'KH1' }],
    lines: [
      {
        ...{ id: 'a', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '10', amount: 100_000 },
        dayFacts: { isExport: true, clearedOn: '2026-09-09' },
      },
    ],
  });
  const kept = planInvoices(month).invoices.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...month, kept });
  expect(rest).toMatchObject({ lines: [], kept: [] });

  const draft = { ...kept[0]!, key: 'n', voucherNumber: 'NHAP', status: 'draft' as const, pinned: true };
  const later = { ...month.period, issueDay: '2026-09-20' };
  const plan = planInvoices({ ...rest, kept: [draft], period: later }, handedOver);
  expect(plan).toEqual(planInvoices({ ...month, kept: [...kept, draft], period: later }));
  const redated = plan.warnings.find(({ code }) => code === 'DRAFT_REDATED');
  expect(redated?.message).toContain('bán ngày 09/09/2026');
});
