import type { SheetModel, SheetRow } from '../../../sheets/sheet-model.ts';
import type { IssuingBasis } from '../../bases/issuing-basis.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { exportFiles } from '../export-files.ts';

export const cellsOf = (row: SheetRow) => ('cells' in row ? row.cells : row);
export const textOf = ({ rows }: SheetModel): string => JSON.stringify([...rows].map(cellsOf));

export const CONTRACT = {
  ...{ branch: 'HN', profile: 'A', fromDate: '2026-09-01', contractNumber: '7/DL', contractDate: '2026-08-15' },
  counterparty: { name: 'Công ty Chủ', taxCode: '0314409058', address: 'Huế' },
};
export const agency: IssuingBasis = { ...CONTRACT, kind: 'agency', agency: { mode: 'd2', listDays: 10 } };
/** A month of two rates, of which a part is sold on this basis. */
export const given = (basis: IssuingBasis): GivenPeriod => ({
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
export const filesOf = (basis: IssuingBasis) => {
  const input = issuanceInput(given(basis));
  return exportFiles(input, planInvoices(input));
};
export const file = (basis: IssuingBasis, path: string) => filesOf(basis).find((one) => one.path === path)?.sheets;

/** Sales at 8 % by two branches, each with an owner of its own, of one buyer whom AMIS knows. */
export const ofOwners = (
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
export const agencySheets = (of: GivenPeriod): readonly SheetModel[] => {
  const input = issuanceInput(of);
  return exportFiles(input, planInvoices(input)).find(({ path }) => path === 'A/BangKeDaiLy.xlsx')?.sheets ?? [];
};
/** Name of the sheet, its owner, and quantity, amount and VAT of its rows and of its total. */
export const figuresOf = (sheet: SheetModel) => {
  const rows = [...sheet.rows].map(cellsOf);
  const figures = rows.slice(4).map((cells) => cells.slice(9));
  return [sheet.name, /Chủ hàng: ([^,]*)/.exec(JSON.stringify(rows[1]))![1], ...figures];
};
/** An entry that AMIS has on an invoice of its own. */
export const onInvoice12 = {
  ...{ id: 'e', voucherNumber: 'TAY1', documentDate: '2026-09-05', invoiceNumber: '12', invoiceDate: '2026-09-05' },
  ...{ customerCode: 'C1', customerName: 'Cty An', product: 'SP8' },
};
