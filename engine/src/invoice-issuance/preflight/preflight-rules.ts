import { formatDay } from '../../day.ts';
import { by } from '../../order.ts';
import { invoicedOn, type ProfileTerms } from '../books.ts';
import type { Finding } from '../findings/finding.ts';
import { ruleOn, type SymbolRule } from '../rules/invoice-rules.ts';
import { rulesInUse } from '../rules/rules-in-use.ts';
import type { IssuanceInput } from '../types.ts';

/** The findings about the dated rules behind the period. */
export const ruleFindings = (input: IssuanceInput): Finding[] => [
  ...endedReduction(input),
  ...longNumbers(input),
  ...unconfirmed(input),
];

/** True when a profile's form and symbol are written as a rule wants them. */
export function isSymbol(
  { invoiceForm, invoiceSymbol }: Pick<ProfileTerms, 'invoiceForm' | 'invoiceSymbol'>,
  { forms, letters, kinds }: SymbolRule,
): boolean {
  const [letter = '', , , kind = ''] = invoiceSymbol;
  return (
    /^\d$/.test(invoiceForm) &&
    forms.includes(invoiceForm) &&
    /^[A-Z]\d{2}[A-Z]{3}$/.test(invoiceSymbol) &&
    letters.includes(letter) &&
    kinds.includes(kind)
  );
}

/** Sales after the last day of the last known reduction: no rule says whether it goes on. */
function endedReduction({ period, invoiceRules: { vatReductions } }: IssuanceInput): Finding[] {
  const last = vatReductions.toSorted(by(({ toDate }) => toDate)).at(-1);
  if (!last || last.toDate >= period.toDate) return [];
  const { standardRate, reducedRate, toDate, source } = last;
  return [
    {
      code: 'VAT_REDUCTION_ENDED',
      severity: 'warn',
      message: `Giảm thuế GTGT ${standardRate} % → ${reducedRate} % (${source}) đã hết ngày ${formatDay(toDate)}, kỳ kéo dài đến ${formatDay(period.toDate)}: sau ngày đó mã hàng có giảm thuế lấy ${standardRate} %, dòng sổ ghi ${reducedRate} % phải xem lại.`,
      remedy: 'Nếu giảm thuế được gia hạn, quản trị viên thêm quy tắc mới kèm văn bản ở trang Quy tắc hóa đơn.',
      count: 1,
      about: [
        {
          kind: 'rule',
          id: `Giảm thuế GTGT ${standardRate} % → ${reducedRate} %, đến ${formatDay(toDate)}`,
          detail: source,
        },
      ],
    },
  ];
}

/** Numbers in the AMIS sales ledgers that no invoice may have. */
function longNumbers({ profiles, invoiceRules }: IssuanceInput): Finding[] {
  return profiles.flatMap(({ terms: { code }, salesLedger }): Finding[] => {
    const wrong = new Map<string, string>();
    for (const entry of salesLedger) {
      const { id, invoiceNumber } = entry;
      if (invoiceNumber === '') continue;
      const { numberDigits } = ruleOn(invoiceRules.symbols, invoicedOn(entry))!;
      if (!/^\d+$/.test(invoiceNumber) || invoiceNumber.length > numberDigits)
        wrong.set(invoiceNumber, wrong.get(invoiceNumber) ?? id);
    }
    const [first] = wrong.keys();
    if (first === undefined) return [];
    return [
      {
        code: 'INVOICE_NUMBER',
        severity: 'warn',
        message: `«${code}»: ${wrong.size} số hóa đơn trong sổ bán hàng AMIS không đúng dạng, ví dụ «${first}».`,
        remedy: 'Kiểm tra cột Số hóa đơn của sổ bán hàng AMIS rồi nạp lại.',
        count: wrong.size,
        profile: code,
        about: [...wrong].map(([number, id]) => ({
          kind: 'entry',
          id,
          profile: code,
          detail: `Số hóa đơn «${number}».`,
        })),
      },
    ];
  });
}

/** Rules that no professional has confirmed are shown as such, with their source: in one finding, for they are always there. */
function unconfirmed(input: IssuanceInput): Finding[] {
  const rules = rulesInUse(input).filter((rule) => rule.confirmed === null);
  if (rules.length === 0) return [];
  return [
    {
      code: 'RULE_NOT_CONFIRMED',
      severity: 'info',
      message: `${rules.length} quy tắc kỳ đang dùng chưa được chuyên gia xác nhận: ${rules.map(({ text, source }) => `${text} (${source})`).join('; ')}.`,
      remedy: 'Hỏi chuyên gia thuế trước khi xuất tệp; quản trị viên ghi xác nhận hoặc sửa ở trang Quy tắc hóa đơn.',
      count: rules.length,
      about: rules.map(({ text, source }) => ({ kind: 'rule', id: text, detail: source })),
    },
  ];
}
