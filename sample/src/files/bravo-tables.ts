import { bravoPartnerName } from '../catalogues/partners.ts';
import type { Company } from '../company.ts';
import type { LedgerDocument, Partner } from '../model.ts';
import { randomOf } from '../random.ts';
import { formatMilli } from '../words/text.ts';
import type { SampleFile } from './sample-file.ts';

type Table = Extract<SampleFile, { kind: 'csv' }>;

/** Column names of every table under bravo/, as `khop issue` and the simulated Bravo read them. */
const bravoColumns = {
  items: ['code', 'name', 'unit', 'group', 'type', 'isActive', 'modifiedAt'],
  itemUnits: ['itemCode', 'unit', 'rate'],
  partners: [
    'code',
    'name',
    'address',
    'taxCode',
    'phone',
    'email',
    'type',
    'isActive',
    'invoiceRequirement',
    'modifiedAt',
  ],
  sales: [
    'rowId',
    'branchCode',
    'docCode',
    'docNo',
    'docDate',
    'docStatus',
    'partnerCode',
    'itemCode',
    'itemName',
    'unit',
    'quantity',
    'convertRate',
    'baseQuantity',
    'unitPrice',
    'amount',
    'discount',
    'vatRate',
    'vatAmount',
    'warehouseCode',
    'kind',
    'description',
  ],
  stock: ['asOf', 'warehouseCode', 'itemCode', 'quantity', 'value'],
} as const;

/** The five tables that Bravo serves. */
export function* bravoTables(company: Company): Generator<Table> {
  yield table('bravo/items.csv', bravoColumns.items, itemRows(company));
  yield table('bravo/item-units.csv', bravoColumns.itemUnits, unitRows(company));
  yield table('bravo/partners.csv', bravoColumns.partners, partnerRows(company));
  yield table('bravo/sales.csv', bravoColumns.sales, salesRows(company));
  yield table('bravo/stock.csv', bravoColumns.stock, stockRows(company));
}

const table = (path: string, header: readonly string[], rows: Iterable<readonly string[]>): Table => ({
  path,
  kind: 'csv',
  header,
  rows,
});

const itemRows = (company: Company): string[][] =>
  company.bravoItems.map((item) => [
    item.code,
    item.name,
    item.unit,
    item.group,
    item.type,
    String(item.isActive),
    item.modifiedAt,
  ]);

const unitRows = (company: Company): string[][] =>
  company.bravoItems.flatMap((item) => item.units.map(({ unit, rate }) => [item.code, unit, String(rate)]));

function partnerRows(company: Company): string[][] {
  const random = randomOf(company.options.seed, 'bravo-partner-names');
  const modifiedAt = company.bravoItems[0]?.modifiedAt ?? '';
  return company.partners.map((partner) => [
    partner.bravoCode,
    plainKinds.has(partner.kind) ? partner.name : bravoPartnerName(partner, random),
    partner.address,
    random.chance(80) ? '' : partner.taxCode,
    partner.phone,
    partner.email,
    partner.kind === 'supplier' ? 'supplier' : 'customer',
    String(!random.chance(6)),
    partner.requirement,
    modifiedAt,
  ]);
}

const plainKinds: ReadonlySet<Partner['kind']> = new Set(['walk_in', 'internal']);

function* salesRows(company: Company): Generator<string[]> {
  const names = new Map(company.bravoItems.map((item) => [item.code, item.name]));
  for (const document of company.ledger()) yield* documentRows(document, names);
}

function documentRows(document: LedgerDocument, names: ReadonlyMap<string, string>): string[][] {
  const { branch, docCode, docNo, docDate, docStatus, partner } = document;
  const stt = String(document.serial).padStart(8, '0');
  return document.lines.map((line, index) => [
    `${branch.code}-${stt}-${index + 1}`,
    branch.code,
    docCode,
    docNo,
    docDate,
    docStatus,
    partner.bravoCode,
    line.good.bravoCode,
    names.get(line.good.bravoCode) ?? line.good.name,
    line.unit,
    formatMilli(line.quantity),
    String(line.rate),
    formatMilli(line.quantity * line.rate),
    String(line.unitPrice),
    String(line.amount),
    String(line.discount),
    line.vatRate,
    String(line.vatAmount),
    line.kind === 'goods' || line.kind === 'free' ? branch.warehouse : '',
    line.kind,
    line.description,
  ]);
}

const stockRows = (company: Company): Iterable<string[]> =>
  lazily(() =>
    company
      .books()
      .bravoStock.map((row) => [
        company.period.toDate,
        row.warehouse,
        row.good.bravoCode,
        formatMilli(row.quantity),
        String(row.value),
      ]),
  );

/** Rows that are made only when the first of them is read. */
function* lazily<T>(make: () => readonly T[]): Generator<T> {
  yield* make();
}
