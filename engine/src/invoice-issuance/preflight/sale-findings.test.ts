import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
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

test('customers without an invoice requirement and items without a connection are told before there is a plan', () => {
  expect(
    saleFindings(issuanceInput(given)).map(({ code, count, message, about }) => ({ code, count, message, about })),
  ).toEqual([
    {
      code: 'INVOICE_REQUIREMENT_UNSET',
      count: 1,
      message:
        '1 khách chưa xác định lấy hay không lấy hóa đơn: sinh bây giờ thì tối đa 2 dòng, 200.000 đồng không xuất được.',
      about: [{ kind: 'partner', id: 'KH2', amount: 200_000, detail: '2 dòng bán.' }],
    },
    {
      code: 'ITEM_NOT_CONNECTED',
      count: 1,
      message:
        '1 mặt hàng chưa nối với mã hàng nào của hồ sơ được xuất: sinh bây giờ thì tối đa 1 dòng, 2.000.000 đồng không xuất được.',
      about: [{ kind: 'item', id: 'VT2', amount: 2_000_000, detail: '1 dòng bán.' }],
    },
  ]);
});

test('customers whom the catalogue lacks are counted beside them, since the list to mark does not have them', () => {
  const lines = [...given.lines, { ...line, id: '6', partner: 'KH9' }];
  const [found] = saleFindings(issuanceInput({ ...given, lines }));
  expect(found).toMatchObject({
    count: 2,
    message: expect.stringContaining('Trong đó 1 khách không có trong danh mục đối tượng Bravo («KH9»).'),
    remedy: expect.stringContaining('đồng bộ toàn bộ đối tượng từ Bravo, hoặc tải danh mục đối tượng lên'),
    about: [
      { id: 'KH2', detail: '2 dòng bán.' },
      { id: 'KH9', detail: '1 dòng bán. Không có trong danh mục đối tượng Bravo.' },
    ],
  });
});

describe('items that the catalogue of Bravo lacks', () => {
  const lines = [...given.lines, { ...line, id: '6', item: 'VT8' }, { ...line, id: '7', item: 'VT8' }];
  const items = ['VT1', 'VT2'].map((code) => ({ code, unit: 'cái' }));
  const told = (period: GivenPeriod) => {
    const input = issuanceInput(period);
    const found = saleFindings(input).find(({ code }) => code === 'ITEM_NOT_CONNECTED');
    return { found, why: planInvoices(input).shortages.map((one) => [one.line, one.message]) };
  };

  test('are counted beside those to connect, and the line says it', () => {
    const { found, why } = told({ ...given, lines, items });
    expect(found).toMatchObject({
      count: 2,
      message: expect.stringContaining('Trong đó 1 mặt hàng không có trong danh mục vật tư Bravo («VT8»).'),
      remedy: expect.stringContaining('đồng bộ toàn bộ vật tư từ Bravo, hoặc tải danh mục vật tư lên, rồi nối mã'),
      about: [
        { id: 'VT2', detail: '1 dòng bán.' },
        { id: 'VT8', detail: '2 dòng bán. Không có trong danh mục vật tư Bravo.' },
      ],
    });
    const whys = Object.fromEntries(why);
    expect(whys['6']).toContain(
      'chưa nối với mã nào của «A», và không có trong danh mục vật tư Bravo nên chưa nối được',
    );
    expect(whys['4']).not.toContain('danh mục');
  });
  test('are not known where there is no catalogue of Bravo at all', () => {
    const { found, why } = told({ ...given, lines });
    expect(JSON.stringify([found, why])).not.toContain('danh mục vật tư');
    expect(found).toMatchObject({ count: 2 });
  });
});

test('the sales told before the plan are those that it then leaves out, reason by reason', () => {
  const input = issuanceInput(given);
  const left = new Map<string, number>();
  for (const { reason, amount } of planInvoices(input).shortages) left.set(reason, (left.get(reason) ?? 0) + amount);
  const told = saleFindings(input).map(({ code, about = [] }) => [
    code,
    about.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  ]);
  expect(told.sort()).toEqual([...left].sort());
});

test('a branch without an issuer is told once, by its own finding', () => {
  expect(saleFindings(issuanceInput({ ...given, issuers: {} }))).toEqual([]);
});
