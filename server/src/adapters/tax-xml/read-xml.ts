import { hash, type X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@khop/engine/problem.ts';
import { taxRefusal } from '@khop/engine/tax-invoices/element.ts';
import { readIdentity } from '@khop/engine/tax-invoices/identity.ts';
import { readTaxInvoice } from '@khop/engine/tax-invoices/read-tax-invoice.ts';
import { TAX_REFUSALS, type TaxRefusalCode } from '@khop/engine/tax-invoices/tax-refusals.ts';
import { decodeXml } from './decode-xml.ts';
import { limits } from './limits.ts';
import { idOf, parseXml, type XmlNode } from './parse-xml.ts';
import type { ReadTaxInvoice, RefusedTaxFile, TaxFile, TaxPiece } from './port.ts';
import { isPlain } from './signature/canonical.ts';
import { checkInvoice } from './signature/check-invoice.ts';
import { reportOf } from './signature/report.ts';

/** Reads one XML file: every HDon in it is an invoice, checked and refused for itself. Never throws for a bad file. */
export function readXmlFile(name: string, bytes: Uint8Array, roots: readonly X509Certificate[]): TaxPiece {
  try {
    if (bytes.length > limits.fileBytes) throw taxRefusal('XML_TOO_LARGE');
    const text = decodeXml(bytes);
    const root = parseXml(text);
    const invoices = invoicesIn(root);
    if (invoices.length === 0) throw taxRefusal('NOT_AN_INVOICE', `gốc là «${root.name.slice(0, 60)}»`);
    const file: TaxFile = { name, bytes, hash: hash('sha256', bytes) };
    const about = { file, text, isPlain: isPlain(root), roots };
    const read = invoices.map((whole, index) => readOne(whole, index + 1, about));
    return {
      invoices: read.filter((one) => 'invoice' in one),
      refused: read.filter((one) => 'code' in one),
    };
  } catch (error) {
    return { invoices: [], refused: [refusedFile(name, null, error)] };
  }
}

/** The refusal that an error means; all others are mistakes of the program and are thrown on. */
export function refusedFile(name: string, ordinal: number | null, error: unknown): RefusedTaxFile {
  if (!(error instanceof Problem) || !isRefusal(error.code)) throw error;
  return { name, ordinal, code: error.code, message: error.message };
}

const isRefusal = (code: string): code is TaxRefusalCode => Object.hasOwn(TAX_REFUSALS, code);

/** HDon at the root, or in a message or a list around them, in their order. */
function invoicesIn(root: XmlNode): XmlNode[] {
  return root.name === 'HDon' ? [root] : root.children.flatMap(invoicesIn);
}

type About = {
  readonly file: TaxFile;
  readonly text: string;
  readonly isPlain: boolean;
  readonly roots: readonly X509Certificate[];
};

function readOne(whole: XmlNode, ordinal: number, { file, ...about }: About): ReadTaxInvoice | RefusedTaxFile {
  try {
    const data = onlyData(whole);
    const identity = readIdentity(data);
    const checked = checkInvoice({
      whole,
      data,
      sellerTaxCode: identity.sellerTaxCode,
      dataTexts: new Map(),
      ...about,
    });
    if (checked.signedData && !isDeepStrictEqual(readIdentity(checked.signedData), identity))
      throw taxRefusal('XML_MALFORMED', 'phần được ký khác phần đọc được');
    const invoice = readTaxInvoice({ data: checked.signedData ?? data, whole, dataId: idOf(data) ?? null });
    return { invoice, signature: reportOf(checked, data, invoice.date), file, ordinal };
  } catch (error) {
    return refusedFile(file.name, ordinal, error);
  }
}

/** DLHDon of an invoice: one, directly in it, and no other anywhere below. Throws NOT_AN_INVOICE, SEVERAL_DATA. */
function onlyData(whole: XmlNode): XmlNode {
  const count = (node: XmlNode): number =>
    (node.name === 'DLHDon' || (node.name === 'HDon' && node !== whole) ? 1 : 0) +
    node.children.reduce((sum, child) => sum + count(child), 0);
  const data = whole.children.find(({ name }) => name === 'DLHDon');
  if (data === undefined) throw taxRefusal('NOT_AN_INVOICE');
  if (count(whole) > 1) throw taxRefusal('SEVERAL_DATA');
  return data;
}
