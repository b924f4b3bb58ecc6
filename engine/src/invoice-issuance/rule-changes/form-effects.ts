import { formatDay, yearOf } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import type { ProfileTerms } from '../books.ts';
import { isSymbol } from '../preflight/preflight-rules.ts';
import { symbolYear } from '../rules/dates.ts';
import { ruleOn } from '../rules/invoice-rules.ts';
import { ruleText } from '../rules/rules-in-use.ts';
import { sumsOf } from './at-hand.ts';
import { datedAfter, effectOn, type RuleEffect, type RuleTurn } from './effect.ts';

/** Symbols and numbers, the text for a consumer, the fate of invoices with a number, branch numbers. */
export const formEffects = (turn: RuleTurn): RuleEffect[] => [
  ...newYear(turn),
  ...symbolForms(turn),
  ...consumerTexts(turn),
  ...wordsOnly(turn),
];

/** The entities that still issue. */
const liveTerms = ({ input }: RuleTurn): ProfileTerms[] =>
  input.profiles.map(({ terms }) => terms).filter(({ isActive }) => isActive !== false);

const profileRefs = (terms: readonly ProfileTerms[]): RuleEffect['about'] =>
  terms.map(({ code }) => ({ kind: 'profile', id: code }));

/** The two digits of a symbol are the year of the date; numbers begin at 1 in it (law.md, N1 and N3). */
function newYear(turn: RuleTurn): RuleEffect[] {
  const { parts, on, before } = turn;
  const [year, lastYear] = [yearOf(on), yearOf(before)];
  if (year === lastYear) return [];
  const old = liveTerms(turn).filter(({ invoiceSymbol }) => symbolYear(invoiceSymbol) !== year);
  const codes = new Set(old.map(({ code }) => code));
  const own = parts.filter(({ terms, invoice }) => invoice !== undefined && codes.has(terms?.code ?? ''));
  const open = parts.filter(({ saleDay }) => saleDay < on);
  const effects: RuleEffect[] = [];
  if (old.length > 0)
    effects.push(
      effectOn(datedAfter(turn, own), {
        code: 'SYMBOL_YEAR',
        says: `Ký hiệu của hóa đơn từ ${formatDay(on)} mang số ${year.slice(2)}: ${old.map(({ code, invoiceSymbol }) => `«${code}» ${invoiceSymbol} → ${nextSymbol(invoiceSymbol, year)}`).join(', ')}.`,
        remedy: 'Đăng ký ký hiệu của năm mới trong phần mềm hóa đơn, rồi ghi vào hồ sơ AMIS từ ngày này.',
        about: profileRefs(old),
      }),
    );
  effects.push(
    effectOn([], {
      code: 'NUMBERS_RESTART',
      says: `Số hóa đơn của năm ${year} bắt đầu lại từ 1 trong từng ký hiệu.`,
      remedy: 'Đọc ngược hóa đơn đã có số của năm cũ trước khi lập hóa đơn đầu tiên của năm mới.',
      about: profileRefs(liveTerms(turn)),
    }),
  );
  if (open.length > 0) {
    const { documents } = sumsOf(open);
    effects.push(
      effectOn(open, {
        code: 'YEAR_OPEN',
        says: `Còn ${formatVnd(documents)} chứng từ bán trước ${formatDay(on)} chưa có hóa đơn: hóa đơn đầu tiên của năm ${year} khép lại ngày của năm ${lastYear} trong ký hiệu.`,
        remedy: `Lập hết các chứng từ này trước hóa đơn đầu tiên của năm ${year}.`,
      }),
    );
  }
  return effects;
}

const nextSymbol = (symbol: string, year: string): string => `${symbol.slice(0, 1)}${year.slice(2)}${symbol.slice(3)}`;

function symbolForms(turn: RuleTurn): RuleEffect[] {
  const { input, parts, on, before } = turn;
  const { symbols } = input.invoiceRules;
  const [old, now] = [ruleOn(symbols, before), ruleOn(symbols, on)];
  if (!now || old === now) return [];
  const refused = liveTerms(turn).filter((terms) => (!old || isSymbol(terms, old)) && !isSymbol(terms, now));
  const codes = new Set(refused.map(({ code }) => code));
  const own = parts.filter(({ terms, invoice }) => invoice !== undefined && codes.has(terms?.code ?? ''));
  const says = `Mẫu số ${now.forms}, ký hiệu có chữ ${now.kinds} từ ${formatDay(on)}`;
  return [
    effectOn(datedAfter(turn, own), {
      code: 'SYMBOL_FORM',
      says:
        refused.length === 0
          ? `${says}; ký hiệu của mọi hồ sơ vẫn dùng được.`
          : `${says}; không còn dùng được: ${refused.map(({ code, invoiceForm, invoiceSymbol }) => `«${code}» ${invoiceForm}${invoiceSymbol}`).join(', ')}.`,
      remedy: refused.length === 0 ? 'Không phải làm gì.' : 'Đăng ký ký hiệu mới và ghi vào hồ sơ AMIS từ ngày này.',
      about: profileRefs(refused),
    }),
  ];
}

function consumerTexts(turn: RuleTurn): RuleEffect[] {
  const { input, parts, on, before } = turn;
  const { consumerTexts: texts } = input.invoiceRules;
  const [old, now] = [ruleOn(texts, before)?.text, ruleOn(texts, on)?.text];
  if (now === undefined || old === now) return [];
  const own = datedAfter(
    turn,
    parts.filter(({ isConsumer }) => isConsumer),
  );
  return [
    effectOn(own, {
      code: 'CONSUMER_TEXT',
      says: `Người mua không cung cấp tên, địa chỉ, số định danh ghi «${now}» thay vì «${old ?? ''}» trên hóa đơn từ ${formatDay(on)}.`,
      remedy: 'Khớp tự ghi theo ngày hóa đơn; hóa đơn nháp của ngày trước đó cần sinh lại nếu lập từ ngày này.',
    }),
  ];
}

/** Rules that touch no draft: they are told in words. */
function wordsOnly({ input: { invoiceRules }, on, before }: RuleTurn): RuleEffect[] {
  const says = (text: string) => `Từ ${formatDay(on)} ${text}.`;
  const [cancels, cancelled] = [ruleOn(invoiceRules.cancellations, on), ruleOn(invoiceRules.cancellations, before)];
  const [codes, earlier] = [ruleOn(invoiceRules.branchCodes, on), ruleOn(invoiceRules.branchCodes, before)];
  const [gifts, singly] = [ruleOn(invoiceRules.consolidations, on), ruleOn(invoiceRules.consolidations, before)];
  return [
    ...(gifts && gifts.isAllowed !== singly?.isAllowed
      ? [
          effectOn([], {
            code: 'CONSOLIDATION',
            says: says(ruleText('consolidations', gifts)),
            remedy: 'Chọn ở thiết lập kỳ: hồ sơ nào gộp theo tháng, theo quý; không chọn thì lập theo từng lần bán.',
          }),
        ]
      : []),
    ...(cancels && cancels.isAllowed !== cancelled?.isAllowed
      ? [
          effectOn([], {
            code: 'CANCELLATION',
            says: says(ruleText('cancellations', cancels)),
            remedy: 'Sai sót của hóa đơn đã có số xử lý theo cách mới.',
          }),
        ]
      : []),
    ...(codes && codes.last !== earlier?.last
      ? [
          effectOn([], {
            code: 'BRANCH_CODES',
            says: says(ruleText('branchCodes', codes)),
            remedy: 'Số lớn hơn đã cấp trước đây vẫn dùng được, chỉ được nhắc.',
          }),
        ]
      : []),
  ];
}
