import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { by } from '@khop/engine/order.ts';
import { Problem } from '@khop/engine/problem.ts';
import { daysOf } from '@khop/engine/tax-invoices/lists/list-facts.ts';
import { type ListOf, type RejectedListRow, readTaxList } from '@khop/engine/tax-invoices/lists/read-list.ts';
import { whoseList } from '@khop/engine/tax-invoices/lists/whose-list.ts';
import type { TaxListRow, TaxSide } from '@khop/engine/tax-invoices/tax-list.ts';
import type { TaxListSheet } from '../adapters/tax-xml/port.ts';
import { taxFiles } from '../adapters/tax-xml/tax-files.ts';

type ShownList = {
  readonly side: TaxSide;
  readonly fromDate: string;
  readonly toDate: string;
  readonly rows: readonly TaxListRow[];
  readonly rejected: readonly RejectedListRow[];
};
type RefusedList = { readonly error_code: string; readonly message: string };

/** The portal's list as rows of invoices with what is wrong with the others, or why none is believed. `taxCode`: the firm that it is of. */
export function listIn(sheet: TaxListSheet, taxCode: string | undefined): ShownList | RefusedList {
  try {
    const of = ofList(sheet, taxCode);
    const { rows, rejected } = readTaxList(sheet.rows, sheet.rowNumbers, of);
    const all = [...sheet.rejected, ...rejected].toSorted(by(({ row }) => row));
    return { side: of.side, ...daysOf(rows, sheet), rows, rejected: all };
  } catch (error) {
    return refusalOf(error);
  }
}

/** The same of a workbook's bytes, an entry of a zip. */
export async function listInBytes(name: string, bytes: Uint8Array, taxCode: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'khop-read-'));
  try {
    const file = join(folder, `list${extname(name)}`);
    await writeFile(file, bytes);
    return listIn(await taxFiles.readList(file), taxCode);
  } catch (error) {
    return refusalOf(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refusalOf(error: unknown): RefusedList {
  if (!(error instanceof Problem)) throw error;
  return { error_code: error.code, message: error.message };
}

/** Purchases that name their sellers alone are told by them; of all else the caller says whose it is. */
function ofList({ rows, heading }: TaxListSheet, taxCode: string | undefined): ListOf {
  if (taxCode !== undefined) return whoseList({ rows, heading }, [{ id: '', code: taxCode, name: '', taxCode }]);
  const has = (field: string): boolean => rows.some((row) => (row[field] ?? '') !== '');
  if (has('sellerTaxCode') && !has('buyerTaxCode')) return { side: 'purchase', taxCode: '', isNamed: false };
  throw new Problem(
    'TAX_LIST_UNPLACED',
    'Danh sách không cho biết là của công ty nào. Hãy thêm --tax-code với mã số thuế của công ty ấy.',
  );
}
