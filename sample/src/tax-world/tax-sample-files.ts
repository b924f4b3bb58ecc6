import type { SaleVoucher } from '../amis-world/model.ts';
import type { Company } from '../company.ts';
import { salesSheetRows } from '../files/amis-ledgers.ts';
import { sampleFiles } from '../files/files.ts';
import { type PurchaseVoucher, purchaseSheetRows } from '../files/purchase-ledger.ts';
import type { SampleFile } from '../files/sample-file.ts';
import { PROFILE_WITH_SYMBOLS } from './deals.ts';
import { makeTaxWorld, type TaxWorld, tellingsOf } from './plan.ts';
import { portalLists, type WorkbookToWrite } from './portal-lists.ts';
import { supplierItems } from './supplier-items.ts';
import { type TrueDifference, trueDifferences } from './truth.ts';
import { type ZipFileToWrite, zipFiles } from './zip-layouts.ts';

/** One file of a sample folder with tax invoices. */
export type TaxSampleFile = SampleFile | ZipFileToWrite | WorkbookToWrite;

/**
 * All files of the company with its tax invoices: the ledgers of AMIS with what was planted in them, under `tax/` the signed invoices
 * and the portal's lists, and the truth about every difference. All but the signatures follows from the company.
 */
export function* taxSampleFiles(company: Company): Generator<TaxSampleFile> {
  const world = makeTaxWorld(company);
  for (const file of sampleFiles(company)) yield withPlanted(world, file);
  yield* portalLists(world);
  yield* zipFiles(world);
  yield truthFile(world);
  yield itemsFile(world);
}

const LEDGER = /^amis\/([^/]+)\/(SoBanHang|SoMuaHang)\.xlsx$/;

/** The same ledger with the vouchers that the world tells of. */
function withPlanted(world: TaxWorld, file: SampleFile): SampleFile {
  const [, code, name] = LEDGER.exec(file.path) ?? [];
  if (code === undefined || file.kind !== 'sheet') return file;
  const { company } = world;
  const profile = company.period.profiles.findIndex((one) => one.code === code);
  if (name === 'SoMuaHang') return { ...file, rows: purchaseSheetRows(plantedPurchases(world, profile)) };
  const books = { ...company.books().amis[profile]!, sales: [...plantedSales(world, profile)] };
  return {
    ...file,
    rows: salesSheetRows(books, company.moments[profile]!.sales),
    ...(profile === PROFILE_WITH_SYMBOLS && { habit: 'invoice-symbols' }),
  };
}

function* plantedPurchases(world: TaxWorld, profile: number): Generator<PurchaseVoucher> {
  for (const { vouchers } of tellingsOf(world, profile, 'purchase'))
    for (const voucher of vouchers) if ('supplier' in voucher) yield voucher;
}

function* plantedSales(world: TaxWorld, profile: number): Generator<SaleVoucher> {
  for (const { vouchers, deal } of tellingsOf(world, profile, 'sale'))
    for (const voucher of vouchers)
      if (!('supplier' in voucher)) yield deal === undefined ? voucher : { ...voucher, invoiceSymbol: deal.symbol };
}

const header = [
  ...(['side', 'profileCode', 'kind', 'invoiceKey'] as const),
  ...(['voucherNumber', 'documentKey', 'taxTotal', 'booksTotal'] as const),
];

const truthFile = (world: TaxWorld): SampleFile => ({
  path: 'truth/tax-differences.csv',
  kind: 'csv',
  header,
  rows: truthRows(world),
});

const itemHeader = [
  ...(['profileCode', 'supplierTaxCode', 'code', 'name'] as const),
  ...(['unit', 'amisCode', 'factor'] as const),
];

const itemsFile = (world: TaxWorld): SampleFile => ({
  path: 'truth/supplier-items.csv',
  kind: 'csv',
  header: itemHeader,
  rows: itemRows(world),
});

function* itemRows(world: TaxWorld): Generator<string[]> {
  for (const item of supplierItems(world)) yield itemHeader.map((column) => item[column]);
}

function* truthRows(world: TaxWorld): Generator<string[]> {
  for (const one of trueDifferences(world)) yield truthRow(one);
}

const truthRow = ({ trade, profileCode, kind, ...one }: TrueDifference): string[] => [
  ...[trade, profileCode, kind, one.invoiceKey ?? '', one.voucher ?? '', one.document ?? ''],
  ...[one.taxTotal, one.booksTotal].map((total) => (total === null ? '' : String(total))),
];
