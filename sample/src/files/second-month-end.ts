import { Amis, type Refused } from '../amis-world/amis.ts';
import { type HandedOver, importRoughly, type RoughVoucher, reportsOf } from '../amis-world/rough-import.ts';
import { stockRowsOf } from '../amis-world/stock-report.ts';
import type { Company } from '../company.ts';
import { inventorySheetRows, salesSheetRows } from './amis-ledgers.ts';
import { hasWideLedger, stockFormOf } from './amis-sheets.ts';
import type { SampleFile } from './sample-file.ts';

/** The reports of every profile's AMIS after a careless import of the handed-over files. */
export type SecondMonthEnd = {
  readonly amis: ReadonlyMap<string, Amis>;
  /** Profile → the truth about each voucher handed over. */
  readonly truth: ReadonlyMap<string, readonly RoughVoucher[]>;
  readonly refused: readonly Refused[];
  /** Stock report and sales ledger of every profile, in its own forms, and `truth/read-back.csv`. */
  readonly files: readonly SampleFile[];
};

/**
 * Has every profile's AMIS import its files and makes its reports. For a further `round` the AMISes of the one before
 * go on; the first one starts from the company's own books.
 */
export function makeSecondMonthEnd(
  company: Company,
  handedOver: ReadonlyMap<string, HandedOver>,
  { before, round = 1 }: { readonly before?: SecondMonthEnd; readonly round?: number } = {},
): SecondMonthEnd {
  const { fromDate, toDate, profiles } = company.period;
  const createdAt = reportsOf(toDate, round);
  const amis = new Map<string, Amis>();
  const truth = new Map<string, readonly RoughVoucher[]>();
  const refused: Refused[] = [];
  const files: SampleFile[] = [];
  for (const [profile, { code }] of profiles.entries()) {
    const own = before?.amis.get(code) ?? new Amis(company.books().amis[profile]!);
    const given = handedOver.get(code) ?? { rows: [], customers: [] };
    const isWide = hasWideLedger(profile);
    const told = importRoughly(own, given, { toDate, round, tellsStates: !isWide });
    amis.set(code, own);
    truth.set(code, told.vouchers);
    refused.push(...told.refused);
    const base = { kind: 'sheet', period: { fromDate, toDate }, createdAt } as const;
    files.push(
      {
        ...{ ...base, path: `amis/${code}/TonKho.xlsx`, layout: 'amis-inventory', form: stockFormOf(company, profile) },
        rows: inventorySheetRows(stockRowsOf(own.books, { fromDate, toDate }, createdAt)),
      },
      {
        ...{ ...base, path: `amis/${code}/SoBanHang.xlsx`, layout: 'amis-sales-ledger' },
        ...(isWide ? { form: 'wide-ledger' as const } : { habit: 'invoice-states' as const }),
        rows: salesSheetRows(own.books, createdAt),
      },
    );
  }
  const rows = [...truth].flatMap(([profile, vouchers]) =>
    vouchers.map(({ voucher, state, difference, by }) => [profile, voucher, state, String(difference), by]),
  );
  const header = ['profileCode', 'voucherNumber', 'state', 'difference', 'by'];
  return { amis, truth, refused, files: [...files, { path: 'truth/read-back.csv', kind: 'csv', header, rows }] };
}
