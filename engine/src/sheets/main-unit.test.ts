import { expect, it } from 'vitest';
import type { Row } from './layouts/layout.ts';
import { inMainUnit } from './main-unit.ts';

const sale: Row = {
  ...{ unit: 'Thùng', mainUnit: 'Lon', quantity: '2', mainQuantity: '48', returnQuantity: null },
  ...{ mainReturnQuantity: null, unitPrice: '240000', mainUnitPrice: '10000', amount: 480_000 },
};

it('counts a sale of two cartons as the cans that leave the stock, and leaves its money alone', () => {
  expect(inMainUnit(sale)).toMatchObject({ unit: 'Lon', quantity: '48', unitPrice: '10000', amount: 480_000 });
  expect(inMainUnit({ ...sale, mainUnitPrice: null })).toMatchObject({ quantity: '48', unitPrice: null });
  expect(inMainUnit({ ...sale, returnQuantity: null, mainReturnQuantity: '12' })).toMatchObject({
    ...{ quantity: '48', returnQuantity: '12' },
  });
});

it('counts stock of cans as the cartons that AMIS keeps', () => {
  const stock: Row = {
    ...{ unit: 'Lon', mainUnit: 'Thùng', closingQuantity: '240', closingMainQuantity: '10', closingValue: 9 },
    ...{ inQuantity: '240', inMainQuantity: '10', outQuantity: '0', outMainQuantity: null, openingQuantity: null },
  };
  expect(inMainUnit(stock)).toMatchObject({
    ...{ unit: 'Thùng', closingQuantity: '10', inQuantity: '10', outQuantity: '0', openingQuantity: null },
    closingValue: 9,
  });
});

it.each<[what: string, row: Row]>([
  [
    'of one unit, whose promotional goods the figure beside it leaves out',
    { ...sale, mainUnit: ' thùng', mainQuantity: '1' },
  ],
  ['of a file that has one unit', { ...sale, mainUnit: null, mainQuantity: null }],
  ['whose quantity in the main unit is blank', { ...sale, mainQuantity: null }],
  ['without any figure', { ...sale, quantity: '0', mainQuantity: null }],
  ['whose return is known in the unit of the document alone', { ...sale, returnQuantity: '1' }],
  ['of another report', { code: 'A' }],
])('leaves a row as it is %s', (_, row) => {
  expect(inMainUnit(row)).toBe(row);
});
