import { Problem } from './problem.ts';

/**
 * A VAT rate as documents write it: a percentage ("0", "5", "8", "10"), "KCT" (not taxable), "KKKNT" (not declared),
 * or "KHAC:x" for another percentage. Kept as text because KCT and 0 % are different things in law.
 */
export type VatRate = string;

const PERCENT = /^\d{1,2}(\.\d{1,2})?$/;

/** No rate lies between 0 and 1 percent: a plain "0.08", as a database or a CSV of a percentage cell has it, is a share. */
const SHARE = /^0\.(\d{1,4})$/;

/**
 * Reads what ledgers and workbooks write ("10", "10%", "8.0", "0,08", "kct", "KHAC:7"); blank is undefined. Throws
 * BAD_VAT_RATE.
 */
export function parseVatRate(text: string): VatRate | undefined {
  const cleaned = text.trim().toUpperCase().replace(/\s|%/g, '').replace(',', '.');
  if (cleaned === '') return undefined;
  if (cleaned === 'KCT' || cleaned === 'KKKNT') return cleaned;
  const reduced = ofReduced(cleaned);
  if (reduced !== undefined) return reduced;
  const percent = cleaned.startsWith('KHAC:') ? cleaned.slice(5) : text.includes('%') ? cleaned : ofShare(cleaned);
  if (!PERCENT.test(percent)) {
    throw new Problem('BAD_VAT_RATE', `Thuế suất «${text}» không hợp lệ: cần 0, 5, 8, 10, KCT, KKKNT hoặc KHAC:x.`, {
      text,
    });
  }
  const plain = percent.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  const canonical = plain.replace(/^0+(?=\d)/, '');
  return ['0', '5', '8', '10'].includes(canonical) ? canonical : `KHAC:${canonical}`;
}

/** Part of a rate, as invoices of a reduced one name it. Source: NĐ 92/2021/NĐ-CP, «10% x 70%»; the format writes `KHAC:7%`. */
const REDUCED = /^(?:KHAC:)?(5|8|10)[*X×](\d{2})$/;

/** "10*70" → "KHAC:7". */
function ofReduced(cleaned: string): VatRate | undefined {
  const [, rate, part] = REDUCED.exec(cleaned) ?? [];
  return rate === undefined ? undefined : parseVatRate(`KHAC:${(Number(rate) * Number(part)) / 100}`);
}

/** "0.08" → "08.00"; what is no share stays as it is. */
function ofShare(cleaned: string): string {
  const digits = SHARE.exec(cleaned)?.[1];
  if (digits === undefined || /^0+$/.test(digits)) return cleaned;
  const places = digits.padEnd(4, '0');
  return `${places.slice(0, 2)}.${places.slice(2)}`;
}

/** Nearly every line of a ledger has one of these. */
const POINTS: ReadonlyMap<VatRate, bigint> = new Map([
  ['0', 0n],
  ['5', 500n],
  ['8', 800n],
  ['10', 1000n],
  ['KCT', 0n],
  ['KKKNT', 0n],
]);

/** The rate in hundredths of a percent ("8" → 800n); 0 for KCT and KKKNT, which carry no tax. */
export function vatBasisPoints(rate: VatRate): bigint {
  const points = POINTS.get(rate);
  if (points !== undefined) return points;
  const [whole, fraction = ''] = rate.replace('KHAC:', '').split('.');
  return BigInt(whole!) * 100n + BigInt(fraction.padEnd(2, '0'));
}
