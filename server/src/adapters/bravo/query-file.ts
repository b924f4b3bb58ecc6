import { readFileSync } from 'node:fs';
import { Problem } from '@khop/engine/problem.ts';
import { z } from 'zod';

/**
 * The way in which a column's SQL value becomes text: decimals and dates by the server, so that no double and no time
 * zone touches them.
 */
type ColumnType = 'text' | 'decimal' | 'day' | 'instant';

const itemFields = {
  code: 'text',
  name: 'text',
  unit: 'text',
  group: 'text',
  type: 'text',
  isActive: 'text',
  modifiedAt: 'instant',
} as const;
const unitFields = { itemCode: 'text', unit: 'text', rate: 'decimal' } as const;
const partnerFields = {
  code: 'text',
  name: 'text',
  address: 'text',
  taxCode: 'text',
  phone: 'text',
  email: 'text',
  type: 'text',
  isActive: 'text',
  modifiedAt: 'instant',
} as const;
const salesFields = {
  rowId: 'text',
  branchCode: 'text',
  docCode: 'text',
  docNo: 'text',
  docDate: 'day',
  docStatus: 'text',
  partnerCode: 'text',
  itemCode: 'text',
  itemName: 'text',
  unit: 'text',
  quantity: 'decimal',
  convertRate: 'decimal',
  baseQuantity: 'decimal',
  unitPrice: 'decimal',
  amount: 'decimal',
  discount: 'decimal',
  vatRate: 'text',
  vatAmount: 'decimal',
  warehouseCode: 'text',
  kind: 'text',
  description: 'text',
  completedOn: 'day',
  paidOn: 'day',
  isExport: 'text',
  clearedOn: 'day',
  trade: 'text',
  reconciledOn: 'day',
  agreedUntil: 'day',
} as const;
const stockFields = {
  asOf: 'day',
  warehouseCode: 'text',
  itemCode: 'text',
  quantity: 'decimal',
  value: 'decimal',
} as const;

/** Fields of the port per table, and what each is. */
export const portFields = {
  items: itemFields,
  itemUnits: unitFields,
  partners: partnerFields,
  sales: salesFields,
  stock: stockFields,
} satisfies Record<string, Record<string, ColumnType>>;

export type TableName = keyof typeof portFields;

/** Fields that the file must map; the others default to blank, 0 or 1. */
const requiredFields: Readonly<Record<TableName, readonly string[]>> = {
  items: ['code', 'name', 'unit', 'modifiedAt'],
  itemUnits: ['itemCode', 'unit', 'rate'],
  partners: ['code', 'name', 'modifiedAt'],
  sales: ['rowId', 'docCode', 'docNo', 'docDate', 'partnerCode', 'itemCode', 'quantity', 'baseQuantity', 'amount'],
  stock: ['itemCode', 'quantity'],
};

/**
 * A column's name, or one whose values are translated ("1" → "goods"); `otherwise` takes the place of values that the
 * map lacks.
 */
const columnSpec = z.union([
  z.string().min(1),
  z.strictObject({
    column: z.string().min(1),
    map: z.record(z.string(), z.string()).default({}),
    otherwise: z.string().optional(),
  }),
]);

const tableSpec = (name: TableName) => {
  const known = Object.keys(portFields[name]);
  return z
    .strictObject({
      /** A view or table, such as "dbo.vKhopItems"; or … */
      from: z.string().min(1).optional(),
      /** … a SELECT of the installation's own, which may use @asOf (stock). */
      query: z.string().min(1).optional(),
      columns: z.record(z.string(), columnSpec),
    })
    .refine((table) => (table.from === undefined) !== (table.query === undefined), 'cần đúng một trong from và query')
    .superRefine(({ columns }, context) => {
      for (const field of Object.keys(columns)) {
        if (!known.includes(field)) context.addIssue(`không có trường «${field}»; các trường: ${known.join(', ')}`);
      }
      for (const field of requiredFields[name]) {
        if (!(field in columns)) context.addIssue(`thiếu trường bắt buộc «${field}» trong columns`);
      }
    });
};

const bravoQueries = z.strictObject({
  items: tableSpec('items'),
  itemUnits: tableSpec('itemUnits').optional(),
  partners: tableSpec('partners'),
  sales: tableSpec('sales'),
  stock: tableSpec('stock'),
});

export type TableQuery = z.infer<ReturnType<typeof tableSpec>>;
export type BravoQueries = z.infer<typeof bravoQueries>;

/**
 * Reads the installation's mapping of its views to the port. Throws BRAVO_QUERY_INVALID with everything that is wrong
 * in it.
 */
export function parseQueryFile(text: string): BravoQueries {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(`không phải JSON (${(error as Error).message})`);
  }
  const parsed = bravoQueries.safeParse(json);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => `${issue.path.join('.') || 'gốc'}: ${issue.message}`).join('; '));
}

export const readQueryFile = (path: string): BravoQueries => {
  try {
    return parseQueryFile(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid(`không đọc được (${(error as Error).message})`);
  }
};

const invalid = (why: string): Problem => new Problem('BRAVO_QUERY_INVALID', `Tệp câu truy vấn Bravo: ${why}.`);
