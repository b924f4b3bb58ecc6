import type { Day } from '../../day.ts';
import { formatVnd, type Vnd } from '../../money.ts';
import { plainSymbol } from '../../tax-invoices/identity.ts';
import { plainNumber } from '../amis-ledger/reference-words.ts';
import type { AmisWord, TaxWord } from './beside-amis.ts';

/** A proven invoice that replaces the one which settles an invoice of ours. */
export type Replacer = {
  readonly key: string;
  readonly number: string;
  readonly symbol: string;
  readonly date: Day | null;
  readonly beforeVat: Vnd | null;
  /** It replaces or adjusts others too. */
  readonly hasOthers: boolean;
  /** Another one follows it in the same way. */
  readonly isCorrected: boolean;
  /** It settles an invoice of ours, or a person has said that it is none. */
  readonly isTaken: boolean;
};

/** `key`: of the invoice that is followed. `why`: AMIS has its number, but it is not certain. */
export type GivenAnew = { readonly key: string } | { readonly why: string };

/**
 * AMIS writes the number of a replacement into the voucher of the invoice that it replaces: the same voucher is then settled by the one
 * in its place. That is certain where the old number is replaced by this invoice alone, this one by none, and number, symbol, day and
 * sum are those of the voucher; a person's earlier decision holds. Undefined: the voucher has no such number.
 */
export function givenAnew(
  tax: TaxWord,
  amis: AmisWord | null,
  replacers: readonly Replacer[],
  isDecided: boolean,
): GivenAnew | undefined {
  if (amis === null || tax.fate !== 'replaced' || plainNumber(amis.number) === plainNumber(tax.number))
    return undefined;
  const one = replacers.find(({ number }) => plainNumber(number) === plainNumber(amis.number));
  if (!one) return undefined;
  const why = whyNot(one, amis, replacers, isDecided);
  return why === undefined
    ? { key: one.key }
    : { why: `Số ${one.number} của AMIS là số của hóa đơn thay thế số ${tax.number}, nhưng ${why}.` };
}

function whyNot(one: Replacer, amis: AmisWord, replacers: readonly Replacer[], isDecided: boolean): string | undefined {
  if (isDecided) return 'đã có người quyết định về chứng từ này';
  if (replacers.length > 1) return `số cũ có ${replacers.length} hóa đơn thay thế`;
  if (one.hasOthers) return 'nó còn thay thế hay điều chỉnh hóa đơn khác';
  if (one.isCorrected) return 'chính nó cũng bị thay thế hay điều chỉnh';
  if (one.isTaken) return 'nó đã là của chứng từ khác, hoặc có người nói nó không phải của Khớp';
  if (amis.fate !== 'issued') return 'chứng từ ở AMIS không còn là hóa đơn đang dùng';
  if (amis.symbol !== '' && plainSymbol(amis.symbol) !== plainSymbol(one.symbol)) return 'ký hiệu khác nhau';
  if (amis.date !== null && amis.date !== one.date) return 'ngày hóa đơn khác nhau';
  if (one.beforeVat === null) return 'tiền của nó không phải đồng';
  if (one.beforeVat !== amis.beforeVat)
    return `tiền trước thuế của nó là ${formatVnd(one.beforeVat)}, của chứng từ là ${formatVnd(amis.beforeVat)}`;
  return undefined;
}
