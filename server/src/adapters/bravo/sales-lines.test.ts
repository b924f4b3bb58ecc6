import { netAmountOf } from '@khop/engine/bravo/sales-line.ts';
import { expect, test } from 'vitest';
import type { TextRow } from './cells.ts';
import { salesLine } from './sales-lines.ts';

const sale: TextRow = {
  ...{ rowId: '1', docNo: 'HD-001', docDate: '2026-09-01', partnerCode: 'KH1', itemCode: 'VT1', unit: 'Thùng' },
  ...{ quantity: '2', baseQuantity: '48', convertRate: '24', unitPrice: '50000', amount: '100000', kind: 'goods' },
};

test.each<[what: string, row: Partial<Record<string, string>>, unstated: readonly string[] | undefined]>([
  ['everything stated', {}, undefined],
  ['an amount of 0', { amount: '0', unitPrice: '0' }, undefined],
  ['a blank amount', { amount: '' }, ['amount']],
  ['an amount of spaces, and no price', { amount: '  ', unitPrice: '' }, ['amount']],
  ['blank quantities', { quantity: '', baseQuantity: '' }, ['quantity', 'baseQuantity']],
  ['a blank price, discount, rate and VAT', { unitPrice: '', discount: '', vatRate: '', vatAmount: '' }, undefined],
  ['a gift without an amount', { kind: 'free', amount: '' }, undefined],
  ['a gift without a quantity', { kind: 'free', baseQuantity: '' }, ['baseQuantity']],
  ['a service without a quantity', { kind: 'service', quantity: '', baseQuantity: '' }, undefined],
  ['a service without an amount', { kind: 'service', amount: '' }, ['amount']],
  ['a discount stated beside the amount', { kind: 'discount', amount: '', discount: '5000' }, undefined],
  ['a discount of nothing', { kind: 'discount', amount: '' }, ['amount']],
])('a ledger line of %s', (_what, row, unstated) => {
  expect(salesLine({ ...sale, ...row } as TextRow).unstated).toEqual(unstated);
});

test('a blank amount adds nothing to the ledger', () => {
  expect(netAmountOf(salesLine({ ...sale, amount: '' }))).toBe(0);
});

test.each([
  ['24', '2', '48', '24'],
  ['', '2', '48', '24'],
  ['', '-2', '-48', '24'],
  ['', '3', '1', '1/3'],
  ['', '', '', '1'],
  ['', '2', '-48', '1'],
])('a rate «%s» of %s and %s base units is %s', (convertRate, quantity, baseQuantity, expected) => {
  expect(salesLine({ ...sale, convertRate, quantity, baseQuantity }).convertRate).toBe(expected);
});

test.each([
  ['150000', 150_000],
  ['-150000.0000', -150_000],
  ['', 0],
])('an amount «%s» is %i đồng', (amount, expected) => {
  expect(salesLine({ ...sale, amount }).amount).toBe(expected);
});

test.each(['1e3', '0x10', '0b1', '1_000', '1,000', '150000.5', '9007199254740993', 'NaN', '1 000'])(
  'an amount «%s» is refused, with its line and field',
  (amount) => {
    expect(() => salesLine({ ...sale, amount })).toThrow(
      `Dữ liệu Bravo không hợp lệ: dòng «1», trường amount có giá trị «${amount}»; cần số đồng nguyên.`,
    );
  },
);

test('facts about the day of a line are read where a source has them, and never guessed', () => {
  const facts = (row: Partial<Record<string, string>>) => salesLine({ ...sale, ...row } as TextRow).dayFacts;
  expect(facts({})).toBeUndefined();
  expect(facts({ isExport: '0', clearedOn: '', trade: ' ' })).toBeUndefined();
  expect(facts({ isExport: '1', clearedOn: '2026-09-02 10:00:00' })).toEqual({
    ...{ isExport: true, clearedOn: '2026-09-02' },
  });
  expect(facts({ completedOn: '2026-09-03', paidOn: '2026-09-01', trade: 'điện', reconciledOn: '2026-10-05' })).toEqual(
    {
      ...{ completedOn: '2026-09-03', paidOn: '2026-09-01', trade: 'điện', reconciledOn: '2026-10-05' },
    },
  );
  expect(() => facts({ isExport: 'có lẽ' })).toThrow('trường isExport có giá trị «có lẽ»; cần 1 hoặc 0');
  expect(() => facts({ paidOn: '31/09/2026' })).toThrow('trường paidOn có giá trị «31/09/2026»');
});
