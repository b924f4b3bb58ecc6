import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenProfile, issuanceInput } from '../plan-fixture.ts';

const sold = (product: string, documentDate = '2026-09-05') => ({
  ...{ product, documentDate, quantity: '1', amount: 70_000, customerCode: 'X' },
});
const told = (own: Partial<GivenProfile>, ...sales: ReturnType<typeof sold>[]) => {
  const profile: GivenProfile = {
    code: 'A',
    products: [{ code: 'SP1' }],
    stock: [{ product: 'SP2', opening: '5' }],
    ...own,
    sales: sales.map((one, n) => ({ ...one, id: `e${n}`, voucherNumber: `BH${n}` })),
  };
  return planInvoices(issuanceInput({ profiles: [profile], lines: [] })).warnings.filter(
    ({ code }) => code === 'AMIS_PRODUCT_UNKNOWN',
  );
};

test('goods of the ledger that neither the catalogue nor the stock report has are told with their entries', () => {
  const sales = ['8.93456E+12', 'SP1', '02-Jan', 'SP2', '8.93456E+12'].map((product) => sold(product));
  expect(told({}, ...sales)).toEqual([
    {
      code: 'AMIS_PRODUCT_UNKNOWN',
      profile: 'A',
      message:
        '«A»: 3 dòng sổ bán hàng AMIS ghi mã hàng mà danh mục và báo cáo tồn đều không có, nên không trừ vào tồn nào: «8.93456E+12» (2 dòng); «02-Jan» (1 dòng).',
      about: ['e0', 'e2', 'e4'].map((id) => ({ kind: 'entry', id, profile: 'A', amount: 70_000 })),
    },
  ]);
});

test('five such codes are told one by one, six by five of them and a count', () => {
  const messageOf = (codes: string) => told({}, ...codes.split('').map((product) => sold(product)))[0]!.message;
  expect(messageOf('abcde')).toMatch(/«e» \(1 dòng\)\.$/);
  expect(messageOf('abcdef')).toMatch(/«e» \(1 dòng\); và 1 mã khác\.$/);
});

test.each([
  ['sold before the period', {}, sold('SP9', '2026-08-31')],
  ['sold after it', {}, sold('SP9', '2026-10-01')],
  ['without a code', {}, sold('')],
  ['in another case', {}, sold('sp1')],
  ['that are in the stock report alone', {}, sold('SP2')],
  ['of a profile without either list', { products: [], stock: [] }, sold('SP9')],
])('goods %s are not told', (_, own, sale) => {
  expect(told(own, sale)).toEqual([]);
});
