import { Problem } from '../../problem.ts';
import { parseVatRate } from '../../vat-rate.ts';
import { taxRefusal, textOf, type XmlElement } from '../element.ts';
import type { Findings } from '../findings.ts';
import type { TaxRate } from '../tax-invoice.ts';
import { type Decimal, readDecimal } from './decimal.ts';

/** The number in a child; null when absent. `line`: of the invoice, from 1. Throws NUMBER_UNREADABLE. */
export function numberOf(
  parent: XmlElement | undefined,
  name: string,
  findings: Findings,
  line?: number,
): Decimal | null {
  const text = textOf(parent, name);
  if (text === null) return null;
  const read = readDecimal(text);
  if (!read) {
    const place = line === undefined ? '' : ` ở dòng ${line}`;
    throw taxRefusal('NUMBER_UNREADABLE', `${name} «${text.slice(0, 60)}»${place}. ${UNREADABLE_REMEDY}`);
  }
  if (read.isOdd)
    findings.add('NUMBER_FORM', `Số ở ${name} ghi «${text}», không theo định dạng; đọc là ${read.value}.`);
  return read.value;
}

const UNREADABLE_REMEDY =
  'Định dạng hóa đơn ghi số không có dấu hàng nghìn, dấu chấm trước phần lẻ (1234567.5). Hãy xin người bán tệp XML gốc';

/** TSuat as it is written and as Khớp knows it. */
export function rateOf(parent: XmlElement | undefined, findings: Findings, line: number | null): TaxRate | null {
  const text = textOf(parent, 'TSuat');
  if (text === null) return null;
  const known = KNOWN.get(text) ?? readRate(text);
  if (known.rate === null)
    findings.add('RATE_UNKNOWN', `Thuế suất «${text}» không phải thuế suất nào Khớp biết. Hãy xem lại hóa đơn.`, line);
  return known;
}

/** Invoices have a handful of them. */
const KNOWN = new Map<string, TaxRate>();
const MOST_KNOWN = 200;
const LONGEST_KNOWN = 20;

function readRate(text: string): TaxRate {
  let rate: TaxRate;
  try {
    rate = { text, rate: parseVatRate(text) ?? null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    rate = { text, rate: null };
  }
  if (KNOWN.size < MOST_KNOWN && text.length <= LONGEST_KNOWN) KNOWN.set(text, rate);
  return rate;
}
