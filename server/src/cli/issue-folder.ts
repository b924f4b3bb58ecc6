import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SalesLine, SalesLineKind } from '@khop/engine/bravo/sales-line.ts';
import { isDay } from '@khop/engine/day.ts';
import type { ProfileBooks } from '@khop/engine/invoice-issuance/books.ts';
import type { BravoBuyer, IssuanceInput, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { vnd } from '@khop/engine/money.ts';
import { Problem } from '@khop/engine/problem.ts';
import { parseFactor, parseQuantity } from '@khop/engine/quantity.ts';
import { normaliseTaxCode } from '@khop/engine/tax-code.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import type { TextRow } from '../adapters/bravo/records.ts';
import { readBooks } from './issue-books.ts';
import { readPeriod } from './issue-period.ts';
import { table } from './issue-tables.ts';

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
  const retired = terms.filter((own) => !own.isActive).map((own) => own.code);
  for (const { isActive, ...own } of terms) {
    const place = { path: join(folder, 'amis', own.code), terms: own, isRetired: !isActive };
    if (!isActive)
      warnings.push({
        code: 'PROFILE_INACTIVE',
        message: `«${own.code}» đã ngừng sử dụng: không lập hóa đơn của đơn vị này, chỉ tính những gì sổ bán hàng AMIS của nó đã xuất.`,
        profile: own.code,
      });
    const books = await readBooks(place, period, warnings);
    profiles.push({
      ...books,
      productLinks: productLinks.filter((link) => link.profile === own.code).map(({ profile: _, ...link }) => link),
      partnerLinks: partnerLinks.filter((link) => link.profile === own.code).map(({ profile: _, ...link }) => link),
    });
  }
  const input: IssuanceInput = {
    period: { ...period, issuers: without(period.issuers, retired) },
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

const without = (issuers: IssuanceInput['period']['issuers'], retired: readonly string[]) =>
  Object.fromEntries(
    Object.entries(issuers).map(([branch, codes]) => [branch, codes.filter((code) => !retired.includes(code))]),
  );

/** Without these a ledger would be read as one of nothing. */
const SALES_COLUMNS = [
  ...['rowId', 'branchCode', 'docNo', 'docDate', 'partnerCode', 'itemCode'],
  ...['quantity', 'baseQuantity', 'amount'],
];

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
