import { expect, test } from 'vitest';
import { planInvoices } from './plan.ts';
import { issuanceInput } from './plan-fixture.ts';

test('a sale with stock becomes one invoice and ties out', () => {
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP1' }],
          links: [{ product: 'SP1', item: 'VT1' }],
          stock: [{ product: 'SP1', opening: '10' }],
        },
      ],
      lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 }],
    }),
  );
  expect(plan.shortages).toEqual([]);
  expect(plan.invoices).toHaveLength(1);
  expect(plan.invoices[0]).toMatchObject({
    voucherNumber: 'BHA202609-00001',
    amount: 400000,
    vatAmount: 40000,
    total: 440000,
    date: '2026-09-30',
    documentDate: '2026-09-05',
    amountInWords: 'Bốn trăm bốn mươi nghìn đồng chẵn.',
  });
  expect(plan.tieOut).toEqual({ ledger: 400000, invoiced: 400000, alreadyInvoiced: 0, unallocated: 0, excluded: 0 });
});

test('a product that AMIS no longer uses is still sold, with a warning', () => {
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP1', isActive: false }],
          links: [{ product: 'SP1', item: 'VT1' }],
          stock: [{ product: 'SP1', opening: '10' }],
        },
      ],
      lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 }],
    }),
  );
  expect(plan.invoices).toHaveLength(1);
  expect(plan.warnings.map((one) => one.code)).toEqual(['PRODUCT_INACTIVE']);
});

test('goods without a unit at AMIS are told once; a service needs none', () => {
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [
            { code: 'SP1', unit: ' ' },
            { code: 'DV1', unit: '', kind: 'Dịch vụ' },
          ],
          links: [
            { product: 'SP1', item: 'VT1' },
            { product: 'DV1', item: 'VC1' },
          ],
          stock: [{ product: 'SP1', opening: '10' }],
        },
      ],
      lines: [
        { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 },
        { id: '2', date: '2026-09-06', partner: 'KH1', item: 'VT1', quantity: '2', amount: 200000 },
        { id: '3', date: '2026-09-06', partner: 'KH1', item: 'VC1', quantity: '1', amount: 50000, kind: 'service' },
      ],
    }),
  );
  expect(plan.shortages).toEqual([]);
  expect(plan.warnings.map((one) => one.code)).toEqual(['PRODUCT_WITHOUT_UNIT']);
});

test('a flag of the reduction that leaves a question is asked about once: the rate is never 8 % by itself', () => {
  const products = [
    { code: 'SP1', vatRate: '10' },
    { code: 'SP2', vatRate: '5', vatReduction: 'reduced' },
    { code: 'SP3', vatRate: '10', vatReduction: 'none', vatReductionTo: '2026-09-05', vatReductionSource: 'NĐ 174' },
  ] as const;
  const sold = (id: string, item: string, date = '2026-09-05') => ({ id, date, partner: 'KH1', item, quantity: '1' });
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products,
          links: products.map(({ code }) => ({ product: code, item: code })),
          stock: products.map(({ code }) => ({ product: code, opening: '9' })),
        },
      ],
      lines: [
        { ...sold('1', 'SP1'), amount: 100, vatRate: null },
        { ...sold('2', 'SP1'), amount: 100, vatRate: null },
        { ...sold('3', 'SP2'), amount: 100, vatRate: null },
        { ...sold('4', 'SP3'), amount: 100, vatRate: null },
        { ...sold('5', 'SP3', '2026-09-06'), amount: 100, vatRate: null },
      ],
    }),
  );
  expect(plan.invoices.flatMap(({ items }) => items.map((one) => `${one.product} ${one.vatRate}`)).sort()).toEqual([
    ...['SP1 10', 'SP1 10', 'SP2 5', 'SP3 10', 'SP3 10'],
  ]);
  const asked = plan.warnings.filter(({ code }) => code.startsWith('VAT_REDUCTION'));
  expect(asked.map(({ code, about }) => `${code} ${about?.[0]?.id}`)).toEqual([
    'VAT_REDUCTION_UNKNOWN SP1',
    'VAT_REDUCTION_UNFIT SP2',
    'VAT_REDUCTION_UNKNOWN SP3',
  ]);
});

test('sales of one product on both sides of a day of its flag are judged each by its own day', () => {
  const sold = (id: string, date: string) => ({ id, date, partner: 'KH1', item: 'VT1', quantity: '1', amount: 100 });
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP1', vatRate: '10', vatReduction: 'reduced', vatReductionFrom: '2026-09-06' }],
          links: [{ product: 'SP1', item: 'VT1' }],
          stock: [{ product: 'SP1', opening: '9' }],
        },
      ],
      lines: [
        { ...sold('1', '2026-09-05'), vatRate: '8' },
        { ...sold('2', '2026-09-06'), vatRate: '8' },
      ],
    }),
  );
  expect(plan.shortages.map(({ line, reason }) => `${line} ${reason}`)).toEqual(['1 NEEDS_REVIEW']);
  expect(plan.invoices.map(({ documentDate, vat }) => `${documentDate} ${vat[0]?.rate}`)).toEqual(['2026-09-06 8']);
});

test('an amount that is too large to be said is refused with its document', () => {
  const [code, stock] = ['A', [{ product: 'SP1', opening: '10' }]];
  const links = [{ product: 'SP1', item: 'VT1' }];
  const input = issuanceInput({
    profiles: [{ code, products: [{ code: 'SP1' }], links, stock }],
    lines: [{ id: '1', doc: 'D7', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 1e15 }],
  });
  expect(() => planInvoices(input)).toThrow(/^Hóa đơn của chứng từ «HN\/HD\/D7»: Số tiền 1100000000000000 vượt quá /);
});
