import { expect, test } from 'vitest';
import type { SheetModel, SheetRow } from '../../../sheets/sheet-model.ts';
import type { IssuingBasis } from '../../bases/issuing-basis.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { exportFiles } from '../export-files.ts';
import { listPeriod } from './agency-row.ts';

const cellsOf = (row: SheetRow) => ('cells' in row ? row.cells : row);
const textOf = ({ rows }: SheetModel): string => JSON.stringify([...rows].map(cellsOf));

const CONTRACT = {
  ...{ branch: 'HN', profile: 'A', fromDate: '2026-09-01', contractNumber: '7/DL', contractDate: '2026-08-15' },
  counterparty: { name: 'Công ty Chủ', taxCode: '0314409058', address: 'Huế' },
};
const agency: IssuingBasis = { ...CONTRACT, kind: 'agency', agency: { mode: 'd2', listDays: 10 } };
const delegation: IssuingBasis = {
  ...{ ...CONTRACT, kind: 'delegation' },
  delegation: { sellerAcceptedOn: '2026-08-20', makerAcceptedOn: '2026-08-20', publishedAt: 'web' },
};
const given = (basis: IssuingBasis): GivenPeriod => ({
  bases: [basis],
  profiles: [
    {
      code: 'A',
      terms: { exportLayout: 'amis-sales-voucher' },
      products: [{ code: 'SP8' }, { code: 'SP10' }],
      links: ['8', '10'].map((rate) => ({ product: `SP${rate}`, item: `VT${rate}` })),
      stock: ['8', '10'].map((rate) => ({ product: `SP${rate}`, opening: '100' })),
    },
  ],
  lines: [
    { id: '1', date: '2026-09-01', item: 'VT8', vatRate: '8', amount: 100 },
    { id: '2', date: '2026-09-10', item: 'VT8', vatRate: '8', amount: 200 },
    { id: '3', date: '2026-09-10', item: 'VT10', vatRate: '10', amount: 400 },
    { id: '4', date: '2026-09-11', item: 'VT8', vatRate: '8', amount: 800 },
  ].map((line) => ({ ...line, partner: 'KH1', quantity: '1', doc: `D${line.id}` })),
});
const filesOf = (basis: IssuingBasis) => {
  const input = issuanceInput(given(basis));
  return exportFiles(input, planInvoices(input));
};
const file = (basis: IssuingBasis, path: string) => filesOf(basis).find((one) => one.path === path)?.sheets;

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

/** Sales at 8 % by two branches, each with an owner of its own, of one buyer whom AMIS knows. */
const ofOwners = (
  lines: readonly Partial<GivenLine>[],
  sales: GivenPeriod['profiles'][number]['sales'] = [],
  more: Partial<GivenPeriod> = {},
): GivenPeriod => {
  const party = { name: 'Công ty Hai', taxCode: '0316520076', address: 'Vinh' };
  const other: IssuingBasis = { ...agency, branch: 'SG', contractNumber: '9/DL', counterparty: party };
  const [profile] = given(agency).profiles;
  const buyer = { customers: [{ code: 'C1', name: 'Cty An' }], partnerLinks: [{ customer: 'C1', partner: 'KH1' }] };
  const own = { ...profile!, ...buyer, terms: { exportLayout: 'amis-sales-voucher' }, sales };
  return {
    ...{ issuers: { HN: ['A'], SG: ['A'] }, bases: [agency, other], profiles: [own] },
    lines: lines.map((line, index) => ({
      ...{ id: `${index + 1}`, doc: `D${index + 1}`, date: '2026-09-05', partner: 'KH1', item: 'VT8', vatRate: '8' },
      ...{ quantity: '1', amount: 100, ...line },
    })),
    ...more,
  };
};
const agencySheets = (of: GivenPeriod): readonly SheetModel[] => {
  const input = issuanceInput(of);
  return exportFiles(input, planInvoices(input)).find(({ path }) => path === 'A/BangKeDaiLy.xlsx')?.sheets ?? [];
};
/** Name of the sheet, its owner, and quantity, amount and VAT of its rows and of its total. */
const figuresOf = (sheet: SheetModel) => {
  const rows = [...sheet.rows].map(cellsOf);
  const figures = rows.slice(4).map((cells) => cells.slice(9));
  return [sheet.name, /Chủ hàng: ([^,]*)/.exec(JSON.stringify(rows[1]))![1], ...figures];
};
const onInvoice12 = {
  ...{ id: 'e', voucherNumber: 'TAY1', documentDate: '2026-09-05', invoiceNumber: '12', invoiceDate: '2026-09-05' },
  ...{ customerCode: 'C1', customerName: 'Cty An', product: 'SP8' },
};

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

test('invoices of a delegation name both parties in the voucher and in the reconciliation, those of own goods nothing', () => {
  expect(textOf(file(delegation, 'A/BanHang.xlsx')![0]!)).toContain(
    'Bán hàng theo chứng từ Bravo HN/HD/D1; ủy nhiệm lập hóa đơn, hợp đồng số 7/DL ngày 15/08/2026; bên nhận ủy nhiệm Công ty Chủ, MST 0314409058',
  );
  const sheet = file(delegation, 'DoiChieu.xlsx')!.find(({ name }) => name === 'Hóa đơn theo hợp đồng')!;
  expect(textOf(sheet)).toContain('"Công ty A","0101243150","Hà Nội","Công ty Chủ","0314409058","Huế"');
  const { kind: _, delegation: __, ...own } = delegation;
  const files = filesOf({ branch: own.branch, profile: own.profile, fromDate: own.fromDate, kind: 'own' });
  expect(textOf(files.find(({ path }) => path === 'A/BanHang.xlsx')!.sheets[0]!)).not.toContain('ủy nhiệm');
  expect(files.at(-1)!.sheets.some(({ name }) => /hợp đồng|Căn cứ/.test(name))).toBe(false);
});

test('the reconciliation says of a delegation what its agreement says, both parties, the contract’s file and what is missing', () => {
  const told: IssuingBasis = {
    ...{ ...delegation, contractFile: { fileName: 'hop-dong.pdf', sha256: 'ab'.repeat(32) }, toDate: '2026-12-31' },
    delegation: {
      ...delegation.delegation,
      ...{ invoiceForm: 1, symbols: ['C26TYY'], purpose: 'Bán tại siêu thị', paidTo: 'maker' },
      ...{ sellerCertificate: '5404AA', makerCertificate: '' },
    },
  };
  const sheets = file(told, 'DoiChieu.xlsx')!;
  const basis = sheets.find(({ name }) => name === 'Căn cứ lập hóa đơn')!;
  const [header, row] = textOf(basis).split('"HN","A"');
  expect(header).toMatch(/"Chứng thư số bên ủy nhiệm".*"Loại hóa đơn".*"Bên nhận tiền".*"Còn thiếu","Tệp hợp đồng"/);
  expect(row).toContain('"Công ty A","0101243150","Hà Nội","Công ty Chủ","0314409058","Huế","5404AA","",');
  expect(row).toContain('"1 · Hóa đơn giá trị gia tăng","C26TYY","Bán tại siêu thị","Bên nhận ủy nhiệm"');
  expect(row).toContain('số sê-ri chứng thư số của bên nhận ủy nhiệm');
  expect(row).toContain(`"hop-dong.pdf","${'ab'.repeat(32)}"`);
  const invoices = textOf(sheets.find(({ name }) => name === 'Hóa đơn theo hợp đồng')!);
  expect(invoices).toContain('"Bên nhận ủy nhiệm","hop-dong.pdf"');
  // A period without a delegation has none of its columns.
  expect(textOf(file(agency, 'DoiChieu.xlsx')!.find(({ name }) => name === 'Căn cứ lập hóa đơn')!)).not.toContain(
    'Chứng thư',
  );
});
