import { expect, test } from 'vitest';
import type { SheetModel } from '../../../sheets/sheet-model.ts';
import type { IssuingBasis } from '../../bases/issuing-basis.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { exportFiles } from '../export-files.ts';
import {
  agency,
  agencySheets,
  cellsOf,
  figuresOf,
  file,
  given,
  ofOwners,
  onInvoice12,
  textOf,
} from './agency-fixture.ts';
import { listPeriod } from './agency-row.ts';

test.each([
  ['2026-11-01', 10, '2026-11-01', '2026-11-10'],
  ['2026-11-10', 10, '2026-11-01', '2026-11-10'],
  ['2026-11-11', 10, '2026-11-11', '2026-11-20'],
  ['2026-10-31', 10, '2026-10-21', '2026-10-31'],
  ['2026-11-06', 5, '2026-11-06', '2026-11-10'],
  ['2026-10-31', 5, '2026-10-26', '2026-10-31'],
  ['2026-02-28', 5, '2026-02-26', '2026-02-28'],
] as const)('%s is in the list of %d days from %s to %s', (day, days, from, to) => {
  expect(listPeriod(day, days)).toEqual({ from, to });
});

test('an agent has one list for each part of the month and VAT rate, with every đồng that was sold', () => {
  const lists = file(agency, 'A/BangKeDaiLy.xlsx')!;
  expect(lists.map(({ name }) => name)).toEqual(['1. 01-10.09 10 %', '2. 01-10.09 8 %', '3. 11-20.09 8 %']);
  const texts = lists.map(textOf);
  expect(texts.map((text) => Number(/"Tổng cộng",(?:null,)*(\d+)/.exec(text)![1]))).toEqual([400, 300, 800]);
  expect(texts[0]).toContain('Chủ hàng: Công ty Chủ, MST 0314409058, Huế');
  expect(texts[0]).toContain('hợp đồng đại lý số 7/DL ngày 15/08/2026');
});

test('contracts of one number with two owners have lists of their own, each with what its owner sold', () => {
  const second = { name: 'Công ty Hai', taxCode: '0316520076', address: 'Vinh' };
  const bases: IssuingBasis[] = [
    { ...agency, toDate: '2026-09-05' },
    { ...agency, fromDate: '2026-09-06', counterparty: second },
  ];
  const input = issuanceInput({ ...given(agency), bases });
  const lists = exportFiles(input, planInvoices(input)).find(({ path }) => path === 'A/BangKeDaiLy.xlsx')!.sheets;
  const ofOwners = lists
    .map(textOf)
    .map((text) => [/Chủ hàng: ([^,]*)/.exec(text)![1], Number(/"Tổng cộng",(?:null,)*(\d+)/.exec(text)![1])]);
  expect(ofOwners).toEqual([
    ['Công ty Chủ', 100],
    ['Công ty Hai', 400],
    ['Công ty Hai', 200],
    ['Công ty Hai', 800],
  ]);
});

test('a contract whose lists become longer in the middle of the month has lists of both lengths', () => {
  const bases: IssuingBasis[] = [
    { ...agency, agency: { mode: 'd2', listDays: 5 }, toDate: '2026-09-10' },
    { ...agency, fromDate: '2026-09-11' },
  ];
  const lines = ['2026-09-10', '2026-09-11', '2026-09-19'].map((date) => ({ date }));
  const early = { ...bases[0]!, toDate: '2026-09-12' };
  expect(agencySheets(ofOwners(lines, [], { bases })).map(({ name }) => name)).toEqual([
    '1. 06-10.09 8 %',
    '2. 11-20.09 8 %',
  ]);
  const twice = agencySheets(ofOwners(lines, [], { bases: [early, { ...bases[1]!, fromDate: '2026-09-13' }] }));
  expect(twice.map(({ name }) => name)).toEqual(['1. 06-10.09 8 %', '2. 11-15.09 8 %', '3. 11-20.09 8 %']);
});

test('a discount on a list has no quantity', () => {
  const lines = [
    ...given(agency).lines,
    { ...given(agency).lines[0]!, id: '5', item: 'CK', kind: 'discount' as const, quantity: '1', amount: -30 },
  ];
  const input = issuanceInput({ ...given(agency), lines });
  const [, list] = exportFiles(input, planInvoices(input)).find(({ path }) => path === 'A/BangKeDaiLy.xlsx')!.sheets;
  const rows = [...list!.rows].map(cellsOf).filter((cells) => cells.includes(-30) || cells.includes(200));
  expect(rows.map((cells) => [cells[9] === null, cells[10]])).toEqual([
    [true, -30],
    [false, 200],
  ]);
});

test('what AMIS shows on invoices that are not of the plan is the owner’s too: by hand, or of an earlier run of the command', () => {
  const entry = {
    ...{ id: 'E', voucherNumber: 'BH1', documentDate: '2026-09-10', invoiceNumber: '11', invoiceDate: '2026-09-10' },
    ...{ customerCode: 'C1', customerName: 'Cty An', product: 'SP8', quantity: '1', amount: 200 },
  };
  const planned = (
    lines = given(agency).lines,
    products: GivenPeriod['profiles'][number]['products'] = [],
    stated: { readonly vatRate?: string } = {},
  ) => {
    const [profile] = given(agency).profiles;
    const own = {
      ...{
        ...profile!,
        customers: [{ code: 'C1', name: 'Cty An', taxCode: '0316520076' }],
        sales: [{ ...entry, ...stated }],
      },
      ...{ partnerLinks: [{ customer: 'C1', partner: 'KH1' }], products: [...products, { code: 'SP10' }] },
    };
    const input = issuanceInput({ ...given(agency), lines, profiles: [own] });
    const plan = planInvoices(input);
    expect(plan.tieOut).toMatchObject({ invoiced: 1_300, alreadyInvoiced: 200 });
    return exportFiles(input, plan).find(({ path }) => path === 'A/BangKeDaiLy.xlsx')!.sheets;
  };
  const lists = planned(undefined, [{ code: 'SP8' }]).map(textOf);
  expect(lists.map((text) => Number(/"Tổng cộng",(?:null,)*(\d+)/.exec(text)![1]))).toEqual([400, 300, 800]);
  expect(lists[1]).toContain('{"day":"2026-09-10"},"BH1","11",{"day":"2026-09-10"},"Cty An","0316520076","SP8"');
  // Without a rate in the ledger the catalogue says it, or nothing does.
  const blank = given(agency).lines.map((line) => (line.id === '2' ? { ...line, vatRate: null } : line));
  const namesOf = (vatRate: string | undefined) =>
    planned(blank, [{ code: 'SP8', vatRate, vatReduction: 'unknown' }]).map(({ name }) => name.slice(3));
  expect(namesOf('8')).toEqual(['01-10.09 10 %', '01-10.09 8 %', '11-20.09 8 %']);
  expect(namesOf(undefined)).toEqual(['01-10.09 10 %', '01-10.09 8 %', '01-10.09 chưa rõ', '11-20.09 8 %']);
  // The rate of the invoice itself comes first.
  const byHand = planned(undefined, [{ code: 'SP8' }], { vatRate: '5' });
  expect(byHand.map(({ name }) => name.slice(3))).toEqual([
    '01-10.09 10 %',
    '01-10.09 5 %',
    '01-10.09 8 %',
    '11-20.09 8 %',
  ]);
});

test('an entry that a person says to be sales of two owners is shared out between their lists, to the đồng', () => {
  const entry = { ...onInvoice12, quantity: '4', amount: 401, vatAmount: 32 };
  const lines = [{}, { branch: 'SG', quantity: '3', amount: 300 }];
  const decisions = ['1', '2'].map((line) => ({ profile: 'A', entry: 'e', line }));
  expect(agencySheets(ofOwners(lines, [entry], { decisions })).map(figuresOf)).toEqual([
    ['1. 01-10.09 8 %', 'Công ty Chủ', [1, 100, 8], [null, 100, 8]],
    ['2. 01-10.09 8 %', 'Công ty Hai', [3, 301, 24], [null, 301, 24]],
  ]);
  // Of two parts of the month likewise; of one list it is one row with the whole entry.
  const days = (date: string) =>
    agencySheets(ofOwners([{}, { date, amount: 300, quantity: '3' }], [entry], { decisions }));
  expect(days('2026-09-11').map((sheet) => figuresOf(sheet)[2])).toEqual([
    [1, 100, 8],
    [3, 301, 24],
  ]);
  expect(days('2026-09-06').map(figuresOf)).toEqual([
    ['1. 01-10.09 8 %', 'Công ty Chủ', [4, 401, 32], [null, 401, 32]],
  ]);
});

test('a list that has left keeps its rows and its number, whatever becomes of the lines in Bravo and of other lists', () => {
  const bases = [{ ...agency, toDate: '2026-09-10' }];
  const [draft] = planInvoices(issuanceInput(ofOwners([{}], [], { bases }))).invoices;
  const kept: PlannedInvoice[] = [{ ...draft!, status: 'exported' }];
  const before = agencySheets(ofOwners([{}], [], { bases, kept }));
  const moved = agencySheets(ofOwners([{ date: '2026-09-15' }], [], { bases, kept }));
  expect(moved.map(figuresOf)).toEqual(before.map(figuresOf));
  expect(before).toHaveLength(1);
  const titleOf = (sheet: SheetModel) => textOf(sheet).split('"')[1];
  const further = agencySheets(ofOwners([{}, { vatRate: '10', item: 'VT10' }], [], { bases, kept }));
  expect(further.map(titleOf)).toEqual([
    expect.stringContaining('số BK-HN-7/DL-20260901-10-10: từ 01/09/2026 đến 10/09/2026, thuế suất 10 %'),
    titleOf(agencySheets(ofOwners([{}], [], { bases, kept }))[0]!),
  ]);
});

test('a draft that does not leave with the files is on no list of theirs, one that has left is', () => {
  const [first] = planInvoices(issuanceInput(ofOwners([{}]))).invoices;
  const kept: PlannedInvoice[] = [{ ...first!, status: 'exported' }];
  const input = issuanceInput(ofOwners([{}, { date: '2026-09-06' }, { date: '2026-09-07' }], [], { kept }));
  const plan = planInvoices(input);
  const filesFor = (wanted: (invoice: PlannedInvoice) => boolean) =>
    exportFiles(input, plan, wanted)
      .find(({ path }) => path === 'A/BangKeDaiLy.xlsx')!
      .sheets.flatMap(figuresOf);
  const rest = ['1. 01-10.09 8 %', 'Công ty Chủ', [1, 100, 8]];
  expect(filesFor(({ documentDate }) => documentDate === '2026-09-06')).toEqual([
    ...rest,
    [1, 100, 8],
    [null, 200, 16],
  ]);
  expect(filesFor(() => false)).toEqual([...rest, [null, 100, 8]]);
});

test('an invoice at each step needs no list', () => {
  expect(file({ ...agency, agency: { mode: 'd1', listDays: 10 } }, 'A/BangKeDaiLy.xlsx')).toBeUndefined();
});
