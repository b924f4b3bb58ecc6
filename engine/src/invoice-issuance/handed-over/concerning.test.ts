import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { concernedBy } from './concerning.ts';
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

test('a buyer whose sales have all left is one whom the ledger sells to, for vouchers of other buyers', () => {
  const month = issuanceInput({
    issueDay: '2026-09-04',
    profiles: [
      {
        ...{ code: 'A', products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
        customers: [{ code: 'C2', name: 'Khách KH2' }],
        partnerLinks: [{ customer: 'C2', partner: 'KH2' }],
        stock: [{ product: 'SP1', opening: '20' }],
        sales: [
          {
            ...{ id: 'a', voucherNumber: 'TAY1', documentDate: '2026-09-05', invoiceNumber: '12', customerCode: 'C2' },
            ...{ product: 'SP1', quantity: '10', amount: 1_000_000 },
          },
        ],
      },
    ],
    partners: [{ code: 'KH1' }, { code: 'KH2', requirement: 'required', address: '1 Lê Lợi', taxCode: '0101243150' }],
    lines: [
      { id: '1', date: '2026-09-03', partner: 'KH2', item: 'VT1', quantity: '3', amount: 3_000 },
      { id: '2', date: '2026-09-04', partner: 'KH1', item: 'VT1', quantity: '10', amount: 1_000_000 },
    ],
  });
  const day = (lines: typeof month.lines) => ({ ...month, lines });
  const kept = planInvoices(day(month.lines.slice(0, 1))).invoices.map(
    (one): PlannedInvoice => ({ ...one, status: 'exported' }),
  );
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...month, kept });
  expect(rest.lines).toHaveLength(1);
  const suspects = ({ warnings }: ReturnType<typeof planInvoices>) =>
    warnings.filter(({ code }) => code === 'SALE_MAYBE_ISSUED');
  // A day apart: it is asked about only where the ledger has no sale of the voucher's buyer any more.
  expect(suspects(planInvoices(rest, handedOver))).toEqual([]);
  expect(planInvoices(rest, handedOver)).toEqual(planInvoices({ ...month, kept }));
  expect(suspects(planInvoices(day(month.lines.slice(1))))).toHaveLength(1);
});

test('goods that come back concern the invoices of their item until their own day, and no later ones', () => {
  const sale = (id: string, date: string, item = 'VT1') => ({
    ...{ id, date, item, doc: `HD${id}`, partner: 'KH1', quantity: '2', amount: 2_000 },
  });
  const products = ['SP1', 'SP2'].map((code) => ({ code }));
  const month = issuanceInput({
    profiles: [
      {
        ...{ code: 'A', products, stock: products.map(({ code }) => ({ product: code, opening: '20' })) },
        links: [1, 2].map((at) => ({ product: `SP${at}`, item: `VT${at}` })),
      },
    ],
    partners: [{ code: 'KH1' }],
    lines: [sale('1', '2026-09-03'), sale('2', '2026-09-04'), sale('3', '2026-09-05'), sale('4', '2026-09-03', 'VT2')],
  });
  const kept = planInvoices(month).invoices.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
  const handedOver = new HandedOver();
  handedOver.take({ ...month, kept });
  const concerned = (...dates: string[]) => {
    const lines = dates.map((docDate, at) => ({ ...month.lines[0]!, id: `r${at}`, docDate, baseQuantity: -1n }));
    const found = concernedBy({ ...month, lines }, handedOver, { settled: [] });
    return [...found].flatMap((one) => one.lines.map(({ id }) => id)).sort();
  };
  const of = (...given: string[]) => expect(concerned(...given));
  of('2026-09-02').toEqual([]);
  of('2026-09-04').toEqual(['1', '2']);
  of('2026-09-05', '2026-09-03').toEqual(['1', '2', '3']);
});
