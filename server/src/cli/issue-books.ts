import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatDay } from '@khop/engine/day.ts';
import type { ProfileBooks, ProfileTerms } from '@khop/engine/invoice-issuance/books.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { readWorkbook } from '../adapters/workbook/read-workbook.ts';
import { customerOf, inventoryRowOf, productOf, purchasesOf, salesEntriesOf } from './issue-rows.ts';

type PeriodDays = { readonly fromDate: string; readonly toDate: string };

/** One profile's part of the folder: its terms, where its workbooks lie, and whether it has been retired. */
export type ProfileFolder = { readonly path: string; readonly terms: ProfileTerms; readonly isRetired: boolean };

/** Remarks of a ledger that say that sales may be missing from it. */
const INCOMPLETE: ReadonlySet<string> = new Set(['TOTAL_MISMATCH', 'ROW_SKIPPED']);

/**
 * Reads one profile's AMIS workbooks. A missing ledger of purchases means that nothing was bought; without the ledger of sales
 * nobody knows what is issued already, which is warned of. What was sold in AMIS and cannot be read would be invoiced a second
 * time: such a ledger is refused (ROWS_REJECTED, SALES_LEDGER_PERIOD_MISMATCH). A retired profile issues nothing, so it needs
 * no stock, but what it has sold still counts.
 */
export async function readBooks(
  { path, terms, isRetired }: ProfileFolder,
  period: PeriodDays,
  warnings: Warning[],
): Promise<Omit<ProfileBooks, 'productLinks' | 'partnerLinks'>> {
  const { code: profile } = terms;
  const warn = (code: string, message: string) => warnings.push({ code, message, profile });
  const read = async (name: string, layout: string): Promise<ReadResult> => {
    const result = await readWorkbook(join(path, name), { layout }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, `Tệp amis/${profile}/${name}: ${error.message}`, error.details);
    });
    if (result.rejected.length > 0) {
      const rows = new Set(result.rejected.map((issue) => issue.row)).size;
      const message = `Tệp ${profile}/${name}: ${rows} dòng bị từ chối, ví dụ: ${result.rejected[0]!.message}`;
      if (layout === 'amis-sales-ledger') refuseUnreadSales(message, profile);
      warn('ROWS_REJECTED', message);
    }
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
  else {
    refuseUncoveredDays(sales, period, profile);
    for (const { code, message } of sales.warnings)
      if (INCOMPLETE.has(code)) warn(code, `Tệp ${profile}/SoBanHang.xlsx: ${message}`);
  }
  return {
    terms,
    products: (products?.rows ?? []).map(productOf),
    customers: (customers?.rows ?? []).map(customerOf),
    inventory: (inventory?.rows ?? []).map(inventoryRowOf),
    purchases: purchasesOf(purchases?.rows ?? []),
    salesLedger: salesEntriesOf(sales?.rows ?? []),
  };
}

function refuseUnreadSales(message: string, profile: string): never {
  throw new Problem(
    'ROWS_REJECTED',
    `${message} Những lần bán này đã có ở AMIS nên sẽ bị lập hóa đơn lần hai: hãy sửa các dòng ấy ở AMIS, xuất lại sổ rồi chạy lại.`,
    { profile },
  );
}

/** Opening and closing stock mean the period's own days; a report of other days would be mixed with its ledgers. */
function refuseOtherPeriod(inventory: ReadResult, period: PeriodDays, profile: string): void {
  const { fromDate, toDate } = inventory;
  const isOther = (fromDate !== null && fromDate !== period.fromDate) || (toDate !== null && toDate !== period.toDate);
  if (!isOther) return;
  throw new Problem(
    'INVENTORY_PERIOD_MISMATCH',
    `Báo cáo tồn kho của «${profile}» là của ${daysOf(fromDate, toDate)}, kỳ hóa đơn là ${daysOf(period.fromDate, period.toDate)}: hãy xuất lại báo cáo đúng kỳ.`,
    { profile, fromDate, toDate },
  );
}

/** On days that the ledger leaves out nothing would count as issued: it may have more days than the period, never fewer. */
function refuseUncoveredDays(sales: ReadResult, period: PeriodDays, profile: string): void {
  const { fromDate, toDate } = sales;
  const isWhole = (fromDate === null || fromDate <= period.fromDate) && (toDate === null || toDate >= period.toDate);
  if (isWhole) return;
  throw new Problem(
    'SALES_LEDGER_PERIOD_MISMATCH',
    `Sổ bán hàng AMIS của «${profile}» (amis/${profile}/SoBanHang.xlsx) là của ${daysOf(fromDate, toDate)}, không đủ kỳ hóa đơn ${daysOf(period.fromDate, period.toDate)}: hóa đơn của những ngày thiếu sẽ bị lập lần hai. Hãy xuất lại Sổ chi tiết bán hàng cho cả kỳ.`,
    { profile, fromDate, toDate },
  );
}

const daysOf = (fromDate: string | null, toDate: string | null): string =>
  `${fromDate ? formatDay(fromDate) : '…'} – ${toDate ? formatDay(toDate) : '…'}`;
