import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { issuanceInput } from '../../plan-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { agency, agencySheets, figuresOf, ofOwners, onInvoice12, textOf } from './agency-fixture.ts';

test('an adjusting invoice of AMIS is on the list of its own day and of the contract of the sale, with its sign', () => {
  const sold = { quantity: '4', amount: 400 };
  const back = { date: '2026-09-20', quantity: '-1', amount: -100 };
  const adjusting = {
    ...{ ...onInvoice12, id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', invoiceDate: '2026-09-21' },
    ...{ invoiceNumber: '15', quantity: '-1', amount: -100, vatAmount: -8 },
    description: 'Điều chỉnh giảm cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026',
  };
  const byHand = { ...onInvoice12, quantity: '4', amount: 400, vatAmount: 32 };
  const expected = [
    ['1. 01-10.09 8 %', 'Công ty Hai', [4, 400, 32], [null, 400, 32]],
    ['2. 21-30.09 8 %', 'Công ty Hai', [-1, -100, -8], [null, -100, -8]],
  ];
  const branch = 'SG';
  const lines = [
    { ...sold, branch },
    { ...back, branch },
  ];
  expect(agencySheets(ofOwners(lines, [byHand, adjusting])).map(figuresOf)).toEqual(expected);
  expect(textOf(agencySheets(ofOwners(lines, [byHand, adjusting]))[1]!)).toContain('"SP8 (điều chỉnh hóa đơn số 12)"');
  // The same of an invoice of ours that AMIS has issued.
  const [draft] = planInvoices(issuanceInput(ofOwners([{ ...sold, branch }]))).invoices;
  const kept: PlannedInvoice = { ...draft!, status: 'issued', invoiceNumber: '12', issuedOn: '2026-09-05' };
  const own = { ...byHand, voucherNumber: draft!.voucherNumber };
  expect(agencySheets(ofOwners(lines, [own, adjusting], { kept: [kept] })).map(figuresOf)).toEqual(expected);
  // An adjustment of an invoice that is not known is of no contract where there are two, and of the only one where there is one.
  const stranger = { ...adjusting, description: 'Điều chỉnh giảm cho hóa đơn số 99 ngày 31/08/2026' };
  expect(agencySheets(ofOwners([{ ...sold, branch }], [byHand, stranger])).map(figuresOf)).toEqual(
    expected.slice(0, 1),
  );
  const alone = agencySheets(ofOwners([sold], [byHand, stranger], { bases: [{ ...agency, toDate: '2026-09-15' }] }));
  expect(alone.map(figuresOf).map(([, owner, row]) => [owner, row])).toEqual([
    ['Công ty Chủ', [4, 400, 32]],
    ['Công ty Chủ', [-1, -100, -8]],
  ]);
  // The rate that its ledger states comes first, also where no invoice and no tax tells it.
  const stated = { ...stranger, vatAmount: 0, vatRate: 'KCT' };
  const untaxed = agencySheets(ofOwners([sold], [byHand, stated], { bases: [{ ...agency, toDate: '2026-09-15' }] }));
  expect(untaxed.map(({ name }) => name)).toEqual(['1. 01-10.09 8 %', '2. 21-30.09 KCT']);
  // The ledger goes on after the period; that adjustment is of the next month, but for the return of this one that it is matched with.
  const later = { ...adjusting, documentDate: '2026-10-01', invoiceDate: '2026-10-01' };
  expect(agencySheets(ofOwners([{ ...sold, branch }], [byHand, later])).map(figuresOf)).toEqual(expected.slice(0, 1));
  expect(agencySheets(ofOwners(lines, [byHand, later])).map(figuresOf)).toEqual(expected);
});

test('one adjusting invoice of several is shared out between their contracts', () => {
  const other = { ...onInvoice12, id: 'f', voucherNumber: 'TAY2', invoiceNumber: '13', documentDate: '2026-09-06' };
  const sales = [
    { ...onInvoice12, quantity: '1', amount: 100, vatAmount: 8 },
    { ...other, invoiceDate: '2026-09-06', quantity: '3', amount: 300, vatAmount: 24 },
    {
      ...{ ...onInvoice12, id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', invoiceDate: '2026-09-21' },
      ...{ invoiceNumber: '15', quantity: '0', amount: -41, vatAmount: -3 },
      description: 'Điều chỉnh giảm cho hóa đơn số 12 và 13',
    },
  ];
  const lists = agencySheets(ofOwners([{}, { date: '2026-09-06', branch: 'SG', quantity: '3', amount: 300 }], sales));
  expect(lists.map(figuresOf).map(([name, owner, row]) => [name, owner, row])).toEqual([
    ['1. 01-10.09 8 %', 'Công ty Chủ', [1, 100, 8]],
    ['2. 21-30.09 8 %', 'Công ty Chủ', [null, -10, -1]],
    ['3. 01-10.09 8 %', 'Công ty Hai', [3, 300, 24]],
    ['4. 21-30.09 8 %', 'Công ty Hai', [null, -31, -2]],
  ]);
});

test('an adjusting invoice of VAT alone has its VAT on the list, of one invoice and of several', () => {
  const sales = (description: string) => [
    { ...onInvoice12, quantity: '1', amount: 100, vatAmount: 8 },
    { ...onInvoice12, id: 'f', voucherNumber: 'TAY2', invoiceNumber: '13', quantity: '3', amount: 300, vatAmount: 24 },
    {
      ...{ ...onInvoice12, id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', invoiceDate: '2026-09-21' },
      ...{ invoiceNumber: '15', quantity: '0', amount: 0, vatAmount: -6, description },
    },
  ];
  const lines = [{}, { branch: 'SG', quantity: '3', amount: 300 }];
  const rowsOf = (description: string) =>
    agencySheets(ofOwners(lines, sales(description)))
      .map(figuresOf)
      .flatMap(([name, owner, row]) => (String(name).includes('21-30') ? [[owner, row]] : []));
  expect(rowsOf('Điều chỉnh giảm cho hóa đơn số 13')).toEqual([['Công ty Hai', [null, 0, -6]]]);
  expect(rowsOf('Điều chỉnh giảm cho hóa đơn số 12 và 13')).toEqual([
    ['Công ty Chủ', [null, 0, -3]],
    ['Công ty Hai', [null, 0, -3]],
  ]);
});
