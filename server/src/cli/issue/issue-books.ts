import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerFile, ProfileBooks, ProfileTerms } from '@khop/engine/invoice-issuance/books.ts';
import { daysText, isOfOtherDays, remarksOfLoss } from '@khop/engine/invoice-issuance/preflight/ledger-file.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { readWorkbook } from '../../adapters/workbook/read-workbook.ts';
import { accountsOf, customerOf, inventoryRowOf, productOf, purchasesOf, salesEntriesOf } from './issue-rows.ts';
import { type WarehouseCodes, withWarehouseCodes } from './issue-warehouses.ts';
import { fileRemarks } from './remarks/file-remarks.ts';
import { otherUnits } from './remarks/other-units.ts';
import { type ShownOwner, shownOwner } from './remarks/whose-files.ts';

type PeriodDays = { readonly fromDate: string; readonly toDate: string };

/** One profile's part of the folder: its terms, where its workbooks lie, whether it has been retired, what its warehouses are called. */
export type ProfileFolder = {
  readonly path: string;
  readonly terms: ProfileTerms;
  readonly isRetired: boolean;
  readonly warehouses: WarehouseCodes;
  /** Takes what each workbook shows about whose it is. */
  readonly shown: ShownOwner[];
  /** When the two reports were made; absent: all files of the folder at one moment. */
  readonly moments?: { readonly stock: string; readonly ledger: string } | undefined;
};

/**
 * Reads one profile's AMIS workbooks. A missing ledger of purchases means that nothing was bought; without the ledger
 * of sales it is not known what is issued already, which is warned of. The warnings name what the ledger of sales
 * cannot vouch for, and "Kiểm tra kỳ" judges it. A retired profile issues nothing, so it needs no stock, but what it
 * has sold still counts.
 */
export async function readBooks(
  { path, terms, isRetired, warehouses, shown, moments }: ProfileFolder,
  period: PeriodDays,
  warnings: Warning[],
): Promise<Omit<ProfileBooks, 'productConnections' | 'partnerConnections'>> {
  const { code: profile } = terms;
  const warn = (code: string, message: string) => warnings.push({ code, message, profile });
  const read = async (name: string, layout: string): Promise<ReadResult> => {
    const result = await readWorkbook(join(path, name), { layout }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, `Tệp amis/${profile}/${name}: ${error.message}`, error.details);
    });
    if (result.rejected.length > 0 && layout !== 'amis-sales-ledger')
      warn(
        'ROWS_REJECTED',
        `Tệp ${profile}/${name}: ${rejectedRows(result)} dòng bị từ chối, ví dụ: ${result.rejected[0]!.message}`,
      );
    shown.push(await shownOwner(profile, path, name, result));
    for (const { code, message } of fileRemarks(result)) warn(code, `Tệp amis/${profile}/${name}: ${message}`);
    return result;
  };
  const ifPresent = async (name: string, layout: string) =>
    existsSync(join(path, name)) ? await read(name, layout) : undefined;
  const needed = isRetired ? ifPresent : read;

  const products = await needed('HangHoa.xlsx', 'amis-products');
  const customers = await needed('KhachHang.xlsx', 'amis-customers');
  const inventory = isRetired ? undefined : await read('TonKho.xlsx', 'amis-inventory');
  if (inventory) refuseOtherPeriod(inventory, period, profile);
  const purchases = isRetired ? undefined : await ifPresent('SoMuaHang.xlsx', 'amis-purchase-ledger');
  const sales = await ifPresent('SoBanHang.xlsx', 'amis-sales-ledger');
  if (!sales)
    warn(
      'NO_AMIS_SALES_LEDGER',
      `Không có tệp amis/${profile}/SoBanHang.xlsx: hóa đơn «${profile}» đã xuất ngoài Khớp có thể bị lập lần hai. Hãy xuất Sổ chi tiết bán hàng của kỳ từ AMIS vào tệp này rồi chạy lại; nếu AMIS chưa có hóa đơn nào thì bỏ qua.`,
    );
  for (const [name, file] of [
    ['TonKho.xlsx', inventory],
    ['SoMuaHang.xlsx', purchases],
    ['SoBanHang.xlsx', sales],
  ] as const) {
    const others = file && products && otherUnits(file, products);
    if (others) warn('UNIT_DIFFERS', `Tệp amis/${profile}/${name}: ${others}`);
  }
  const stock = inventory ? withWarehouseCodes(inventory, warehouses, [products, purchases, sales], profile) : [];
  return {
    terms,
    products: (products?.rows ?? []).map(productOf),
    accountsInUse: accountsOf(products?.rows ?? []),
    customers: (customers?.rows ?? []).map(customerOf),
    inventory: stock.map(inventoryRowOf),
    purchases: purchasesOf(purchases?.rows ?? []),
    salesLedger: salesEntriesOf(sales?.rows ?? []).map((entry) => ({
      ...entry,
      ...(moments && { seen: { first: moments.ledger } }),
    })),
    ...(moments && sales && inventory && { moments: { ...moments, exports: [] } }),
    ...(sales && { salesLedgerFile: ledgerFileOf(sales) }),
  };
}

const rejectedRows = ({ rejected }: ReadResult): number => new Set(rejected.map((issue) => issue.row)).size;

const ledgerFileOf = (sales: ReadResult): LedgerFile => ({
  fromDate: sales.fromDate,
  toDate: sales.toDate,
  unreadRows: rejectedRows(sales),
  firstUnread: sales.rejected[0]?.message ?? '',
  remarks: remarksOfLoss(sales.warnings),
});

/** Opening and closing stock mean the period's own days; a report of other days would be mixed with its ledgers. */
function refuseOtherPeriod(inventory: ReadResult, period: PeriodDays, profile: string): void {
  const { fromDate, toDate } = inventory;
  if (!isOfOtherDays(inventory, period)) return;
  throw new Problem(
    'INVENTORY_PERIOD_MISMATCH',
    `Báo cáo tồn kho của «${profile}» là của ${daysText(inventory)}, kỳ hóa đơn là ${daysText(period)}: hãy xuất lại báo cáo đúng kỳ.`,
    { profile, fromDate, toDate },
  );
}
