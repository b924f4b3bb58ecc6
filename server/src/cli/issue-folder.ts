import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SalesLine, SalesLineKind } from '@khop/engine/bravo/sales-line.ts';
import { formatDay, isDay } from '@khop/engine/day.ts';
import type { ProfileBooks, ProfileTerms } from '@khop/engine/invoice-issuance/books.ts';
import type { BravoBuyer, IssuanceInput, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { vnd } from '@khop/engine/money.ts';
import { Problem } from '@khop/engine/problem.ts';
import { parseFactor, parseQuantity } from '@khop/engine/quantity.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { normaliseTaxCode } from '@khop/engine/tax-code.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import { readTable } from '../adapters/bravo/csv-table.ts';
import type { TextRow } from '../adapters/bravo/records.ts';
import { readWorkbook } from '../adapters/workbook/read-workbook.ts';
import { readPeriod } from './issue-period.ts';
import { customerOf, inventoryRowOf, productOf, purchasesOf, salesEntriesOf } from './issue-rows.ts';

export type IssueFolder = { readonly input: IssuanceInput; readonly warnings: readonly Warning[] };

/**
 * Reads the folder that `khop sample` writes into what one generation needs. Never opens truth/. Throws Problems that name
 * the file and what was expected.
 */
export async function readIssueFolder(folder: string): Promise<IssueFolder> {
  const { profiles: terms, invoiceRules, ...period } = await readPeriod(join(folder, 'period.json'));
  const warnings: Warning[] = [];
  const optional = <T>(path: string, columns: readonly string[], toValue: (row: TextRow) => T): Promise<T[]> => {
    if (existsSync(join(folder, path))) return table(folder, path, columns, toValue);
    warnings.push({ code: 'FILE_MISSING', message: `Không có tệp ${path}: coi như chưa có kết nối nào.` });
    return Promise.resolve([]);
  };
  const bravoItems = await table(folder, 'bravo/items.csv', ['code', 'unit'], ({ code = '', unit = '' }) => ({
    code,
    unit,
  }));
  const bravoPartners = await table(folder, 'bravo/partners.csv', ['code', 'name', 'invoiceRequirement'], partnerOf);
  const lines = await table(folder, 'bravo/sales.csv', SALES_COLUMNS, lineOf);
  const links = ['profileCode', 'amisCode', 'bravoCode'];
  const productLinks = await optional('connections/products.csv', [...links, 'factor'], (row) => ({
    profile: row.profileCode ?? '',
    product: row.amisCode ?? '',
    item: row.bravoCode ?? '',
    factor: row.factor ? parseFactor(row.factor) : undefined,
    priority: 1,
  }));
  const partnerLinks = await optional('connections/partners.csv', links, (row) => ({
    profile: row.profileCode ?? '',
    customer: row.amisCode ?? '',
    partner: row.bravoCode ?? '',
    isDefault: false,
  }));
  const profiles: ProfileBooks[] = [];
  for (const { isActive, ...own } of terms) {
    if (!isActive) continue;
    const books = await readBooks(join(folder, 'amis', own.code), own, period, warnings);
    profiles.push({
      ...books,
      productLinks: productLinks.filter((link) => link.profile === own.code).map(({ profile: _, ...link }) => link),
      partnerLinks: partnerLinks.filter((link) => link.profile === own.code).map(({ profile: _, ...link }) => link),
    });
  }
  const input: IssuanceInput = {
    period,
    lines,
    profiles,
    bravoItems,
    bravoPartners,
    exclusions: [],
    kept: [],
    previous: [],
    reconciliations: [],
    invoiceRules,
  };
  return { input, warnings };
}

/** Without these a ledger would be read as one of nothing. */
const SALES_COLUMNS = [
  ...['rowId', 'branchCode', 'docNo', 'docDate', 'partnerCode', 'itemCode'],
  ...['quantity', 'baseQuantity', 'amount'],
];

/** The rows of a CSV file, named in what they are refused for. */
async function* rowsOf(folder: string, path: string, columns: readonly string[]): AsyncGenerator<TextRow> {
  try {
    yield* readTable(join(folder, ...path.split('/')), undefined, columns);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, `Tệp ${path} ${error.message}`, { ...error.details, path });
  }
}

/** Reads a table and turns its rows into values; a bad value is refused with its file, row and reason. */
async function table<T>(
  folder: string,
  path: string,
  columns: readonly string[],
  toValue: (row: TextRow) => T,
): Promise<T[]> {
  const values: T[] = [];
  let number = 1;
  for await (const row of rowsOf(folder, path, columns)) {
    number++;
    try {
      values.push(toValue(row));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, `Tệp ${path}, dòng ${number}: ${error.message}`, {
        ...error.details,
        path,
        row: number,
      });
    }
  }
  return values;
}

const partnerOf = (row: TextRow): BravoBuyer => ({
  code: row.code ?? '',
  name: row.name ?? '',
  address: row.address ?? '',
  taxCode: normaliseTaxCode(row.taxCode),
  phone: row.phone ?? '',
  email: row.email ?? '',
  requirement:
    row.invoiceRequirement === 'required' || row.invoiceRequirement === 'not_required'
      ? row.invoiceRequirement
      : 'unset',
});

const KINDS: ReadonlySet<string> = new Set(['goods', 'service', 'discount', 'free'] satisfies SalesLineKind[]);

function lineOf(row: TextRow): SalesLine {
  const text = (name: string): string => row[name] ?? '';
  const kind = text('kind') || 'goods';
  if (!KINDS.has(kind))
    throw new Problem('BAD_LINE_KIND', `Loại dòng «${kind}» không hợp lệ: cần goods, service, discount hoặc free.`);
  if (!isDay(text('docDate')))
    throw new Problem('BAD_DAY', `Ngày «${text('docDate')}» không hợp lệ: cần dạng YYYY-MM-DD.`);
  return {
    id: text('rowId'),
    branchCode: text('branchCode'),
    docCode: text('docCode'),
    docNo: text('docNo'),
    docDate: text('docDate'),
    docStatus: text('docStatus'),
    partnerCode: text('partnerCode'),
    itemCode: text('itemCode'),
    itemName: text('itemName'),
    unit: text('unit'),
    quantity: parseQuantity(text('quantity') || '0'),
    baseQuantity: parseQuantity(text('baseQuantity') || '0'),
    convertRate: text('convertRate'),
    unitPrice: text('unitPrice'),
    amount: wholeDong(text('amount')),
    discount: wholeDong(text('discount')),
    vatRate: parseVatRate(text('vatRate')),
    vatAmount: wholeDong(text('vatAmount')),
    warehouseCode: text('warehouseCode'),
    kind: kind as SalesLineKind,
    description: text('description'),
  };
}

function wholeDong(text: string): number {
  if (text === '') return 0;
  if (!/^-?\d+$/.test(text)) throw new Problem('NOT_WHOLE_DONG', `Số tiền «${text}» phải là số đồng nguyên.`);
  return vnd(Number(text));
}

type PeriodDays = { readonly fromDate: string; readonly toDate: string };

/** Reads one profile's AMIS workbooks. The ledgers may be missing: then nothing was bought or issued. */
async function readBooks(
  folder: string,
  terms: ProfileTerms,
  period: PeriodDays,
  warnings: Warning[],
): Promise<Omit<ProfileBooks, 'productLinks' | 'partnerLinks'>> {
  const read = async (name: string, layout: string): Promise<ReadResult> => {
    const result = await readWorkbook(join(folder, name), { layout }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, `Tệp amis/${terms.code}/${name}: ${error.message}`, error.details);
    });
    if (result.rejected.length > 0) {
      const rows = new Set(result.rejected.map((issue) => issue.row)).size;
      const message = `Tệp ${terms.code}/${name}: ${rows} dòng bị từ chối, ví dụ: ${result.rejected[0]!.message}`;
      warnings.push({ code: 'ROWS_REJECTED', message, profile: terms.code });
    }
    return result;
  };
  const readIfPresent = async (name: string, layout: string) =>
    existsSync(join(folder, name)) ? (await read(name, layout)).rows : [];
  const products = await read('HangHoa.xlsx', 'amis-products');
  const customers = await read('KhachHang.xlsx', 'amis-customers');
  const inventory = await read('TonKho.xlsx', 'amis-inventory');
  refuseOtherPeriod(inventory, period, terms.code);
  return {
    terms,
    products: products.rows.map(productOf),
    customers: customers.rows.map(customerOf),
    inventory: inventory.rows.map(inventoryRowOf),
    purchases: purchasesOf(await readIfPresent('SoMuaHang.xlsx', 'amis-purchase-ledger')),
    salesLedger: salesEntriesOf(await readIfPresent('SoBanHang.xlsx', 'amis-sales-ledger')),
  };
}

/** Opening and closing stock mean the period's own days; a report of other days would be mixed with its ledgers. */
function refuseOtherPeriod(inventory: ReadResult, period: PeriodDays, profile: string): void {
  const { fromDate, toDate } = inventory;
  const isOther = (fromDate !== null && fromDate !== period.fromDate) || (toDate !== null && toDate !== period.toDate);
  if (!isOther) return;
  const stated = `${fromDate ? formatDay(fromDate) : '…'} – ${toDate ? formatDay(toDate) : '…'}`;
  throw new Problem(
    'INVENTORY_PERIOD_MISMATCH',
    `Báo cáo tồn kho của «${profile}» là của ${stated}, kỳ hóa đơn là ${formatDay(period.fromDate)} – ${formatDay(period.toDate)}: hãy xuất lại báo cáo đúng kỳ.`,
    { profile, fromDate, toDate },
  );
}
