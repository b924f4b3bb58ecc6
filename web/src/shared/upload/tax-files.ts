import { useSyncExternalStore } from 'react';
import { forgetWithPerson } from '../../api/session.ts';
import { isHidden, type PickedFile } from '../../ui/fields/dropped-files.ts';
import { WORKBOOK_TYPES } from '../../ui/fields/file-drop.tsx';

/** Endings of the files that bring electronic invoices. */
export const TAX_TYPES = ['.xml', '.zip'] as const;

/** True for a workbook by its ending: in «Kho hóa đơn» it can only be the tax portal's list of invoices. */
export const isWorkbook = ({ file }: PickedFile): boolean =>
  WORKBOOK_TYPES.some((end) => file.name.toLowerCase().endsWith(end));

/** The first elements of an invoice, or of a message that carries some, under any prefix. */
const INVOICE = /<(?:[\w.-]+:)?(?:HDon|DLHDon|TDiep)[\s>/]/;
/** An invoice names itself early: before it there may be a declaration and the head of a message. */
const HEAD_BYTES = 8192;

/** True for a zip, and for an XML that begins as an invoice does: other XML may be a workbook of Excel 2003. */
async function isTaxFile(file: File): Promise<boolean> {
  const name = file.name.toLowerCase();
  if (name.endsWith('.zip')) return true;
  return name.endsWith('.xml') && INVOICE.test(headText(await file.slice(0, HEAD_BYTES).arrayBuffer()));
}

/** The first bytes of UTF-16 are read as such; any other text has these names in ASCII. */
function headText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  return new TextDecoder(utf16).decode(bytes);
}

/** The files with electronic invoices, and the rest; what systems leave in folders is neither. */
export async function splitTaxFiles(
  files: readonly PickedFile[],
): Promise<{ tax: readonly PickedFile[]; others: readonly PickedFile[] }> {
  const seen = files.filter((one) => !isHidden(one));
  const isTax = await Promise.all(seen.map(({ file }) => isTaxFile(file)));
  return { tax: seen.filter((_, at) => isTax[at]), others: seen.filter((_, at) => !isTax[at]) };
}

/** Files that were dropped elsewhere and wait for the dialog of «Kho hóa đơn», and what came beside them. */
export type TaxBasket = {
  readonly files: readonly PickedFile[];
  /** Files that are no invoices and go nowhere: pictures, pages. */
  readonly ignored: number;
  /** Workbooks that wait at «Nạp nhiều tệp». */
  readonly workbooks: number;
};

let basket: TaxBasket | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function putInBasket(next: TaxBasket | undefined): void {
  basket = next;
  for (const listener of listeners) listener();
}

export const taxBasket = (): TaxBasket | undefined => basket;

export const useTaxBasket = (): TaxBasket | undefined => useSyncExternalStore(subscribe, taxBasket);

forgetWithPerson(() => putInBasket(undefined));
