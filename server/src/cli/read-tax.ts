import { by } from '@khop/engine/order.ts';
import { Problem } from '@khop/engine/problem.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import type { ReadTaxInvoice, TaxFile } from '../adapters/tax-xml/port.ts';
import { taxFiles } from '../adapters/tax-xml/tax-files.ts';
import { listInBytes } from './read-list.ts';

/** Text for the output; fulfilled when the pipe has taken it. */
export type Print = (text: string) => Promise<void>;

/**
 * Prints what a file of invoices' XML, or a zip of them, holds: `{"invoices":[…],"lists":[…],"refused":[…],"summary":{…}}`. Personal
 * papers and secrets of lookup are masked. Throws a Problem when the whole is refused.
 */
export async function printTaxFiles(path: string, print: Print, taxCode?: string): Promise<void> {
  const refused: { name: string; ordinal: number | null; code: string; message: string }[] = [];
  const workbooks: TaxFile[] = [];
  let before = '{"invoices":[';
  const summary = await taxFiles.read(path, {
    take: async (piece) => {
      refused.push(...piece.refused);
      workbooks.push(...(piece.workbooks ?? []));
      if (piece.invoices.length === 0) return;
      await print(before + piece.invoices.map((one) => JSON.stringify(shown(one), plain)).join(','));
      before = ',';
    },
  });
  const [only] = refused;
  if (only !== undefined && summary.files === 1 && summary.invoices === 0) throw new Problem(only.code, only.message);
  const lists = [];
  for (const { name, bytes, hash } of workbooks.toSorted(by((one) => one.name))) {
    const list = await listInBytes(name, bytes, taxCode);
    if ('error_code' in list) refused.push({ name, ordinal: null, code: list.error_code, message: list.message });
    else lists.push({ file: { name, hash, bytes: bytes.length }, ...list });
  }
  await print(`${before === ',' ? '' : before}],${JSON.stringify({ lists, refused, summary }).slice(1)}\n`);
}

const shown = ({ invoice, signature, file, ordinal }: ReadTaxInvoice) => ({
  file: { name: file.name, hash: file.hash, bytes: file.bytes.length },
  ordinal,
  invoice: {
    ...invoice,
    // The same texts again, secrets of lookup among them.
    tokens: undefined,
    buyer: {
      ...invoice.buyer,
      personal: invoice.buyer.personal && {
        citizenId: masked(invoice.buyer.personal.citizenId),
        passport: masked(invoice.buyer.personal.passport),
      },
    },
    lookup: invoice.lookup.map((one) => (one.isSecret ? { ...one, value: masked(one.value) } : one)),
  },
  signature,
});

const LAST_SHOWN = 3;

const masked = (value: string | null): string | null =>
  value === null ? null : `•••${value.length > 2 * LAST_SHOWN ? value.slice(-LAST_SHOWN) : ''}`;

/** Quantities are the only whole numbers of their kind. */
const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? formatQuantity(value) : value);
