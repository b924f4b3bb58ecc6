import { type Day, isDay } from '../../day.ts';
import { foldText } from '../../text/fold.ts';

/** Words without any of these letters tell nothing here; most descriptions of a large ledger are passed over by it. */
const MAY_TELL = /thay|ch[iỉ]|hu|hủ|xo|xó/i;

/** Nor does any other line name another invoice. */
const MAY_REFER = /thay|ch[iỉ]/i;

/** The fate of a row's invoice in the words of the ledger. */
export type InvoiceFate = 'replaced' | 'adjusted' | 'cancelled';

/** An invoice as words name it. */
export type NamedInvoice = {
  /** Without leading zeros. */
  readonly number: string;
  /** Folded, without the number of the form; undefined when the words name none, as with the form and the date. */
  readonly symbol: string | undefined;
  readonly form: string | undefined;
  readonly date: Day | undefined;
};

/** Other invoices that a row's own invoice replaces or corrects. */
export type InvoiceReference = {
  readonly fate: 'replaced' | 'adjusted';
  /** Each once; none where the words only name the list that has them. */
  readonly invoices: readonly NamedInvoice[];
  /** The list 01/BK-ĐCTT of one invoice for many. Source: TT 91/2026/TT-BTC Điều 10 k1b. */
  readonly list: { readonly number: string; readonly date: Day | undefined } | undefined;
  /** «Điều chỉnh tăng», «điều chỉnh giảm». */
  readonly direction: 'up' | 'down' | undefined;
};

/** «Được» says the same of an invoice as «bị», but of goods as well («linh kiện được thay thế»); «bằng», «bởi» name the newer invoice. */
const passive = (verb: string): RegExp =>
  new RegExp(
    String.raw`\bbi ${verb}\b|^(?:da )?duoc ${verb}$|^(?:hoa don|hd)(?: (?!thay\b|dieu\b)\w+){0,6} duoc ${verb}\b(?! cho\b)|\b${verb} (?:bang|boi)(?: cac| mot)? (?:hoa don|hd)\b`,
  );

const FATES: readonly (readonly [RegExp, InvoiceFate])[] = [
  [passive('thay the'), 'replaced'],
  [passive('dieu chinh'), 'adjusted'],
  [/\b(?:(?:da|bi) (?:huy|xoa)|xoa bo|hoa don huy)\b/, 'cancelled'],
];

/**
 * The fate that the words of a row's own invoice tell ("Bị thay thế", "Hóa đơn đã bị điều chỉnh", "Đã hủy"), undefined when they
 * tell none. "Hóa đơn thay thế" and "Hóa đơn điều chỉnh" are fates of *another* invoice.
 */
export function fateOf(words: string): InvoiceFate | undefined {
  if (!MAY_TELL.test(words)) return undefined;
  const folded = foldText(words);
  return FATES.find(([pattern]) => pattern.test(folded))?.[1];
}

/** True for a state such as "Hóa đơn thay thế", of an invoice that replaces another one. */
export const statesReplacing = (state: string): boolean =>
  /thay/i.test(state) && fateOf(state) !== 'replaced' && /\bthay the\b/.test(foldText(state));

/**
 * An invoice number in the form in which it is compared: installations of AMIS write it with and without leading zeros.
 */
export const plainNumber = (number: string): string => number.replace(/^0+(?=\d)/, '');

const DATE = String.raw`ngay\s*(\d{1,2})(?:\s*[/.-]\s*|\s+thang\s+)(\d{1,2})(?:\s*[/.-]\s*|\s+nam\s+)(\d{4})`;
const BETWEEN = String.raw`[\s,;:.&()-]*`;
const REFERENCE =
  /(?<!\bbi )(?<!\bduoc (?![a-z]+ [a-z]+ cho\b))\b(thay the|dieu chinh)\b(?! (?:bang|boi)\b)((?:[^a-z0-9]+[a-z]+){0,6}?)[^a-z0-9]+(?:hoa don|hd|(?=bang ke\b.*\bbk-dctt\b))(.*)$/;
const LIST = new RegExp(
  String.raw`\b(?:bang ke|bk)\b(?:[^a-z0-9]+[a-z]+){0,8}?[^a-z0-9]+so\s*:?\s*([0-9a-z/-]+)(?:${BETWEEN}${DATE})?`,
);
/** Without «số», only what has the zeros of an invoice's number, right behind «hóa đơn» or its symbol. */
const FIRST_NUMBER =
  /(?<!\bmau )(?<!\bmau hoa don )\bso\s*:?\s*(?=\d{1,8}(?![\da-z/]))|(?<=^\W*(?:[1-9]?[ck]\d{2}[a-z]{3}\W+)?)(?=0\d{6,7}(?![\da-z/]))/;
/** The words between two invoices of one row: any other ends the list of them. */
const FILLER = new RegExp(String.raw`(?:${BETWEEN}(?:\b(?:va|cac|hoa don|hd|gtgt|dien tu)\b)?)*`, 'y');
const DATED = new RegExp(DATE, 'y');
const FORM = /mau(?: hoa don| hd)? so\s*:?\s*(\d)\b/y;
const SYMBOL = /(?:ky hieu\s*:?\s*([1-9])?\s?|([1-9]))([ck]\d{2}[a-z]{3})\b/y;
const NUMBER = /so\s*:?\s*(\d{1,8})(?![\da-z/])/y;
/** A number without «số», which a word after it would make a quantity: «12, 3 thùng». */
const BARE_NUMBER = /(\d{1,8})(?![\da-z/])(?=\s*(?:$|[^a-z\s]|(?:va|ngay|ky hieu|mau|so|kem|theo|cua|den)\b))/y;
const UP_TO = /den\s+(?:so\s*:?\s*)?(\d{1,8})(?![\d/])/y;
/** «từ số 12 đến số 9000» is rather a slip than a list. */
const MOST_IN_A_ROW = 500;

/**
 * The invoices that a row's words say it replaces or adjusts: "Thay thế cho hóa đơn số 00000123", "Điều chỉnh giảm hóa đơn điện
 * tử ký hiệu 1C26TYY, số 123 ngày 05/09/2026", "Điều chỉnh cho các hóa đơn số 12, 13 và 14 kèm bảng kê số 01/BK-ĐCTT ngày
 * 30/11/2026". Undefined where neither a number nor such a list is named: nothing is guessed.
 */
export function referenceOf(words: string): InvoiceReference | undefined {
  if (!MAY_REFER.test(words)) return undefined;
  const found = REFERENCE.exec(withoutMarks(words));
  if (!found) return undefined;
  const [, verb, between, rest] = found as unknown as [string, string, string, string];
  const listed = LIST.exec(rest);
  // The list has a number and a date of its own, which are no invoice's.
  const named = namedIn(listed ? rest.slice(0, listed.index) : rest);
  const invoices = named.length > 0 || !listed ? named : namedIn(rest.slice(listed.index + listed[0].length));
  if (invoices.length === 0 && !listed) return undefined;
  const directions = new Set(between.match(/\b(?:tang|giam)\b/g));
  return {
    fate: verb === 'thay the' ? 'replaced' : 'adjusted',
    invoices,
    list: listed ? { number: listed[1]!, date: dayOf(listed, 2) } : undefined,
    direction: directions.size !== 1 ? undefined : directions.has('tang') ? 'up' : 'down',
  };
}

/** The invoices that a row replaces or adjusts: by its own words, else by the tax invoice of its number. */
export const correctionOf = ({
  description = '',
  corrects,
}: {
  readonly description?: string;
  readonly corrects?: InvoiceReference;
}): InvoiceReference | undefined => referenceOf(description) ?? corrects;

/** Lower case without Vietnamese marks, with its punctuation: «12, 13» are two numbers, «05/09/2026» is one day. */
const withoutMarks = (words: string): string =>
  words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/đ/g, 'd').replace(/\s+/g, ' ');

type Found = { number: string; symbol: string | undefined; form: string | undefined; date: Day | undefined };

/** The invoices that words name after «hóa đơn». The form, the symbol and the date come before or after the numbers. */
function namedIn(words: string): NamedInvoice[] {
  const first = FIRST_NUMBER.exec(words);
  if (!first) return [];
  const found: Found[] = [];
  const said = saidBefore(words.slice(0, first.index));
  let at = first.index;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(words);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    const before = at;
    const form = take(FORM);
    if (form) said.form = form[1]!;
    const symbol = take(SYMBOL);
    if (symbol) sayOf(said, symbol);
    const dated = take(DATED);
    if (dated) for (const one of found) one.date ??= dayOf(dated, 1);
    const upTo = found.length > 0 ? take(UP_TO) : null;
    const number = upTo ? null : (take(NUMBER) ?? take(BARE_NUMBER));
    for (const one of upTo ? through(found.at(-1)!.number, upTo[1]!) : number ? [number[1]!] : [])
      found.push({ number: plainNumber(one), symbol: said.symbol, form: said.form, date: undefined });
    if (at === before) break;
    take(FILLER);
  }
  const known = new Map(
    found.map((one) => [`${one.symbol ?? said.symbol ?? ''} ${one.number}`, one] as const).toReversed(),
  );
  return [...known.values()]
    .toReversed()
    .map((one) => ({ ...one, symbol: one.symbol ?? said.symbol, form: one.form ?? said.form }));
}

type Said = { symbol: string | undefined; form: string | undefined };

/** The form and the symbol before the first number. */
function saidBefore(words: string): Said {
  const said: Said = { symbol: undefined, form: new RegExp(FORM.source).exec(words)?.[1] };
  const symbol = new RegExp(SYMBOL.source).exec(words);
  if (symbol) sayOf(said, symbol);
  return said;
}

function sayOf(said: Said, [, form, joined, symbol]: RegExpExecArray): void {
  said.symbol = symbol;
  said.form = form ?? joined ?? said.form;
}

/** The numbers after the first one up to the last one; none where they are too many or go back. */
function through(first: string, last: string): string[] {
  const [from, to] = [Number(first), Number(last)];
  return to <= from || to - from > MOST_IN_A_ROW ? [] : Array.from({ length: to - from }, (_, i) => `${from + i + 1}`);
}

function dayOf(match: readonly (string | undefined)[], at: number): Day | undefined {
  const [day, month, year] = [match[at], match[at + 1], match[at + 2]];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : undefined;
}
