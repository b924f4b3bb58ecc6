import { type Day, formatDay, isDay } from '../../day.ts';
import { Problem } from '../../problem.ts';
import { foldText } from '../../text/fold.ts';
import { parseVatRate, type VatRate, vatBasisPoints } from '../../vat-rate.ts';
import {
  CONFIDENCES,
  type FineBracket,
  type InvoiceRules,
  RANGED_KINDS,
  RULE_KINDS,
  type RuleKind,
  SINCE_ALWAYS,
  sortRules,
} from './invoice-rules.ts';
import { isPermitted } from './vat.ts';

/** A fault in a set of rules, with its place: `vatReductions.1.toDate`. */
export type RuleProblem = { readonly path: string; readonly message: string };

type Find = (path: string, message: string) => void;
type Fields = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 200;
const LONGEST_SOURCE = 1000;
const MOST_RULES = 500;
const MOST_DIGITS = 20;
const MOST_DAYS = 60;
const MOST_BRACKETS = 20;
const MOST_FINE = 1_000_000_000_000;

/** Reads a set of dated rules that a person wrote. Answers it in the order of its dates, or every problem with its place. */
export function readRules(
  value: unknown,
): { readonly rules: InvoiceRules } | { readonly problems: readonly RuleProblem[] } {
  const problems: RuleProblem[] = [];
  const find: Find = (path, message) => void problems.push({ path, message });
  if (!isFields(value)) return { problems: [{ path: '', message: `Cần một đối tượng có: ${RULE_KINDS.join(', ')}.` }] };
  for (const key of Object.keys(value))
    if (!(RULE_KINDS as readonly string[]).includes(key)) find(key, unknownKind(key));
  for (const kind of RULE_KINDS) readKind(kind, value[kind], find);
  if (problems.length > 0) return { problems };
  const rules = value as InvoiceRules;
  rules.vatReductions.forEach((rule, index) => {
    for (const field of ['standardRate', 'reducedRate'] as const)
      refuseForbidden(rules, rule, rule[field], `vatReductions.${index}.${field}`, find);
  });
  return problems.length > 0 ? { problems } : { rules: sortRules(rules) };
}

function readKind(kind: RuleKind, value: unknown, find: Find): void {
  if (!Array.isArray(value) || value.length > MOST_RULES) {
    find(kind, `Cần một danh sách, tối đa ${MOST_RULES} quy tắc.`);
    return;
  }
  value.forEach((rule: unknown, index) => {
    const at: Find = (field, message) => find(`${kind}.${index}.${field}`, message);
    if (!isFields(rule)) find(`${kind}.${index}`, 'Mỗi quy tắc là một đối tượng.');
    else {
      if (!isDayText(rule.fromDate)) at('fromDate', 'Ngày không có thật hoặc không đúng dạng YYYY-MM-DD.');
      readSource(rule, at);
      READERS[kind](rule, at);
    }
  });
  const days = value.map((rule: unknown) => (isFields(rule) ? rule : {}));
  if (RANGED_KINDS.includes(kind)) refuseOverlaps(kind, days, find);
  else refuseTwins(kind, days, find);
  if (!RANGED_KINDS.includes(kind) && kind !== 'swaps') refuseGaps(kind, days, find);
}

const READERS: Readonly<Record<RuleKind, (rule: Fields, at: Find) => void>> = {
  vatRates: ({ rates }, at) => {
    if (!Array.isArray(rates) || rates.length === 0) return at('rates', 'Cần ít nhất một thuế suất.');
    const unknown = rates.filter((rate) => rate !== 'KHAC' && !isRate(rate));
    if (unknown.length > 0) at('rates', unknownRate(unknown[0]));
    if (new Set(rates).size < rates.length) at('rates', 'Có thuế suất ghi hai lần.');
  },
  vatReductions: (rule, at) => {
    readRange(rule, at);
    const { standardRate, reducedRate } = rule;
    const isKnown = { standardRate: isPercent(standardRate), reducedRate: isPercent(reducedRate) };
    if (!isKnown.standardRate) at('standardRate', unknownRate(standardRate));
    if (!isKnown.reducedRate) at('reducedRate', unknownRate(reducedRate));
    if (!isKnown.standardRate || !isKnown.reducedRate) return;
    if (vatBasisPoints(reducedRate as VatRate) >= vatBasisPoints(standardRate as VatRate))
      at('reducedRate', `Mức giảm ${reducedRate} phải thấp hơn mức thường ${standardRate}.`);
  },
  consumerTexts: ({ text }, at) => readText('text', text, at),
  holidays: (rule, at) => {
    readRange(rule, at);
    readText('name', rule.name, at);
  },
  symbols: ({ forms, letters, kinds, numberDigits }, at) => {
    readCharacters('forms', forms, /^[1-9]+$/, 'Cần một hay nhiều chữ số 1–9, mỗi số một lần.', at);
    readCharacters('letters', letters, /^[A-Z]+$/, 'Cần một hay nhiều chữ in hoa A–Z, mỗi chữ một lần.', at);
    readCharacters('kinds', kinds, /^[A-Z]+$/, 'Cần một hay nhiều chữ in hoa A–Z, mỗi chữ một lần.', at);
    readInteger('numberDigits', numberDigits, 1, MOST_DIGITS, at);
  },
  announcedHolidays: readRange,
  swaps: ({ worked }, at) => {
    if (!isDayText(worked)) at('worked', 'Ngày không có thật hoặc không đúng dạng YYYY-MM-DD.');
  },
  invoiceDates: ({ days }, at) => readInteger('days', days, 0, MOST_DAYS, at),
  signing: ({ workingDays }, at) => {
    if (workingDays !== null) readInteger('workingDays', workingDays, 0, MOST_DAYS, at);
  },
  fineLadders: ({ brackets }, at) => readBrackets(brackets, at),
  cancellations: ({ isAllowed }, at) => readFlag('isAllowed', isAllowed, at),
  consolidations: ({ isAllowed }, at) => readFlag('isAllowed', isAllowed, at),
  incidents: ({ sellerDays, taxSystemDays }, at) => {
    if (sellerDays !== null) readInteger('sellerDays', sellerDays, 0, MOST_DAYS, at);
    if (taxSystemDays !== null) readInteger('taxSystemDays', taxSystemDays, 0, MOST_DAYS, at);
  },
  exportDates: ({ workingDays }, at) => {
    if (workingDays !== null) readInteger('workingDays', workingDays, 0, MOST_DAYS, at);
  },
  serviceDates: ({ isPaymentCounted }, at) => readFlag('isPaymentCounted', isPaymentCounted, at),
  reconciliationTrades: ({ trades, dayOfNextMonth, daysAfterPeriod }, at) => {
    readTrades(trades, at);
    readInteger('dayOfNextMonth', dayOfNextMonth, 1, 28, at);
    readInteger('daysAfterPeriod', daysAfterPeriod, 0, MOST_DAYS, at);
  },
  branchCodes: ({ last }, at) => readInteger('last', last, 1, 999, at),
  accountCharts: ({ undivided }, at) => {
    const isAccount = (one: unknown) => typeof one === 'string' && /^\d{3,10}$/.test(one);
    if (!Array.isArray(undivided) || undivided.length > MOST_RULES || !undivided.every(isAccount))
      at('undivided', 'Cần một danh sách số tài khoản, mỗi số từ 3 đến 10 chữ số.');
    else if (new Set(undivided).size < undivided.length) at('undivided', 'Có tài khoản ghi hai lần.');
  },
};

function readFlag(field: string, value: unknown, at: Find): void {
  if (typeof value !== 'boolean') at(field, 'Cần true hoặc false.');
}

/** Names of trades, each once; none at all is a list too. */
function readTrades(trades: unknown, at: Find): void {
  const isName = (one: unknown) => typeof one === 'string' && one.trim() !== '' && one.length <= LONGEST_TEXT;
  if (!Array.isArray(trades) || trades.length > MOST_RULES || !trades.every(isName))
    at('trades', `Cần một danh sách tên ngành, mỗi tên từ 1 đến ${LONGEST_TEXT} ký tự.`);
  else if (new Set(trades.map(foldText)).size < trades.length) at('trades', 'Có ngành ghi hai lần.');
}

const FINE_CLASSES: readonly Exclude<keyof FineBracket, 'from'>[] = [
  ...(['lateSale', 'lateLight', 'missingSale', 'missingLight'] as const),
];

/** The steps of a fine ladder: the first from one invoice on, each from more than the one before. */
function readBrackets(brackets: unknown, at: Find): void {
  if (!Array.isArray(brackets) || brackets.length === 0 || brackets.length > MOST_BRACKETS) {
    at('brackets', `Cần từ 1 đến ${MOST_BRACKETS} mức.`);
    return;
  }
  const steps = brackets.map((bracket: unknown) => (isFields(bracket) ? bracket : {}));
  steps.forEach(({ from, ...fines }, index) => {
    const before = Number(steps[index - 1]?.from ?? 0);
    if (!Number.isInteger(from) || (index === 0 ? from !== 1 : (from as number) <= before))
      at(`brackets.${index}.from`, 'Mức đầu từ 1 hóa đơn, mỗi mức sau từ nhiều hóa đơn hơn.');
    for (const of of FINE_CLASSES)
      if (!isFine(fines[of])) at(`brackets.${index}.${of}`, 'Cần từ và đến, tính bằng đồng.');
  });
}

const isFine = (value: unknown): boolean =>
  isFields(value) &&
  Number.isSafeInteger(value.low) &&
  Number.isSafeInteger(value.high) &&
  0 <= (value.low as number) &&
  (value.low as number) <= (value.high as number) &&
  (value.high as number) <= MOST_FINE;

/** A kind that there was until the law was read anew is told with what has come in its place. */
const unknownKind = (kind: string): string =>
  kind === 'deadlines'
    ? 'Loại «deadlines» không còn: ngày hóa đơn là «invoiceDates», hạn ký và gửi là «signing».'
    : `Không có loại quy tắc «${kind}».`;

function readSource({ source, reference, confirmed, id, confidence }: Fields, at: Find): void {
  if (id !== undefined) readText('id', id, at);
  if (confidence !== undefined && !(CONFIDENCES as readonly unknown[]).includes(confidence))
    at('confidence', `Cần một trong: ${CONFIDENCES.join(', ')}.`);
  readText('source', source, at, LONGEST_SOURCE);
  if (typeof reference !== 'string' || reference.length > LONGEST_SOURCE)
    at('reference', `Cần là chữ, tối đa ${LONGEST_SOURCE} ký tự.`);
  if (confirmed === null) return;
  if (!isFields(confirmed)) {
    at('confirmed', 'Cần là null, hoặc «by» và «on» của người xác nhận.');
    return;
  }
  readText('confirmed.by', confirmed.by, at);
  if (!isDayText(confirmed.on)) at('confirmed.on', 'Ngày không có thật hoặc không đúng dạng YYYY-MM-DD.');
}

function readRange({ fromDate, toDate }: Fields, at: Find): void {
  if (!isDayText(toDate)) at('toDate', 'Ngày không có thật hoặc không đúng dạng YYYY-MM-DD.');
  else if (isDayText(fromDate) && toDate < fromDate)
    at('toDate', `Ngày kết thúc ${formatDay(toDate)} ở trước ngày bắt đầu ${formatDay(fromDate)}.`);
}

function readText(field: string, value: unknown, at: Find, longest = LONGEST_TEXT): void {
  if (typeof value !== 'string' || value.trim() === '' || value.length > longest)
    at(field, `Cần ghi, từ 1 đến ${longest} ký tự.`);
}

function readCharacters(field: string, value: unknown, form: RegExp, message: string, at: Find): void {
  if (typeof value !== 'string' || !form.test(value) || new Set(value).size < value.length) at(field, message);
}

function readInteger(field: string, value: unknown, least: number, most: number, at: Find): void {
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
    at(field, `Cần số nguyên từ ${least} đến ${most}.`);
}

/** Rules that hold from one day to another: no day has two. */
function refuseOverlaps(kind: RuleKind, rules: readonly Fields[], find: Find): void {
  rules.forEach(({ fromDate, toDate }, index) => {
    if (!isDayText(fromDate) || !isDayText(toDate)) return;
    const other = rules.findIndex(
      (one, place) =>
        place < index &&
        isDayText(one.fromDate) &&
        isDayText(one.toDate) &&
        one.fromDate <= toDate &&
        fromDate <= one.toDate,
    );
    if (other < 0) return;
    const { fromDate: from, toDate: to, name } = rules[other] as { fromDate: Day; toDate: Day; name?: string };
    const what = kind === 'vatReductions' ? 'lần giảm thuế' : kind === 'holidays' ? `ngày nghỉ «${name}»` : 'lịch nghỉ';
    find(`${kind}.${index}.fromDate`, `Trùng ngày với ${what} từ ${formatDay(from)} đến ${formatDay(to)}.`);
  });
}

/** No two rules begin on one day. */
function refuseTwins(kind: RuleKind, rules: readonly Fields[], find: Find): void {
  rules.forEach(({ fromDate }, index) => {
    if (isDayText(fromDate) && rules.findIndex((one) => one.fromDate === fromDate) < index)
      find(`${kind}.${index}.fromDate`, `Đã có quy tắc khác bắt đầu ${startText(fromDate)}.`);
  });
}

/** Rules that follow one another: every day has one. */
function refuseGaps(kind: RuleKind, rules: readonly Fields[], find: Find): void {
  if (!rules.some((one) => one.fromDate === SINCE_ALWAYS))
    find(kind, 'Cần một quy tắc áp dụng từ trước đến nay, để ngày nào cũng có quy tắc.');
}

/** A reduction speaks of rates that may be used on all of its days. */
function refuseForbidden(
  rules: InvoiceRules,
  { fromDate, toDate }: { readonly fromDate: Day; readonly toDate: Day },
  rate: VatRate,
  path: string,
  find: Find,
): void {
  const days = [
    fromDate,
    ...rules.vatRates.map((one) => one.fromDate).filter((day) => fromDate < day && day <= toDate),
  ];
  const forbidden = days.find((day) => !isPermitted(rate, day, rules));
  if (forbidden !== undefined)
    find(path, `Thuế suất ${rate} không thuộc các mức được dùng ngày ${formatDay(forbidden)}.`);
}

const startText = (day: Day): string => (day === SINCE_ALWAYS ? 'từ trước đến nay' : `ngày ${formatDay(day)}`);

const unknownRate = (rate: unknown): string =>
  `Không biết thuế suất «${String(rate)}»: cần 0, 5, 8, 10, KCT, KKKNT, KHAC hoặc KHAC:x.`;

/** True when the rate is written as every other place writes it. */
function isRate(rate: unknown): rate is VatRate {
  if (typeof rate !== 'string') return false;
  try {
    return parseVatRate(rate) === rate;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const isPercent = (rate: unknown): boolean => isRate(rate) && rate !== 'KCT' && rate !== 'KKKNT';

const isDayText = (value: unknown): value is Day => typeof value === 'string' && isDay(value);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
