import { expect, test } from 'vitest';
import { planInvoices } from './plan.ts';
import { type GivenPeriod, issuanceInput } from './plan-fixture.ts';
import { saleFindings } from './sale-findings.ts';

const line = { date: '2026-09-04', partner: 'KH1', item: 'VT1', quantity: '1', amount: 100_000 };
const given: GivenPeriod = {
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '9' }],
    },
  ],
  partners: [{ code: 'KH1' }, { code: 'KH2', requirement: 'unset' }, { code: 'NB', requirement: 'unset' }],
  rules: { internalPartnerCodes: ['NB'] },
  lines: [
    { ...line, id: '1' },
    { ...line, id: '2', partner: 'KH2' },
    { ...line, id: '3', partner: 'KH2', item: 'VT2' },
    { ...line, id: '4', item: 'VT2', amount: 2_000_000 },
    { ...line, id: '5', partner: 'NB' },
  ],
};

test('customers nobody has marked and items without a connection are told before there is a plan', () => {
  expect(
    saleFindings(issuanceInput(given)).map(({ code, count, message, lines }) => ({ code, count, message, lines })),
  ).toEqual([
    {
      code: 'INVOICE_REQUIREMENT_UNSET',
      count: 2,
      message:
        '1 khách chưa đánh dấu lấy hay không lấy hóa đơn: sinh bây giờ thì tối đa 2 dòng, 200.000 đồng không xuất được.',
      lines: ['2', '3'],
    },
    {
      code: 'ITEM_NOT_CONNECTED',
      count: 1,
      message:
        '1 mặt hàng chưa nối với mã hàng nào của đơn vị được xuất: sinh bây giờ thì tối đa 1 dòng, 2.000.000 đồng không xuất được.',
      lines: ['4'],
    },
  ]);
});

test('what it tells is what the plan then leaves out, reason by reason', () => {
  const input = issuanceInput(given);
  const shortages = planInvoices(input).shortages.map(({ reason, line: id }) => `${reason} ${id}`);
  const told = saleFindings(input).flatMap(({ code, lines = [] }) => lines.map((id) => `${code} ${id}`));
  expect(shortages.sort()).toEqual(told.sort());
});

test('a branch that nobody issues for is told once, by its own finding', () => {
  expect(saleFindings(issuanceInput({ ...given, issuers: {} }))).toEqual([]);
});
