import type { Day } from '../../day.ts';
import { ERROR_KINDS, type ErrorKind } from './error-kinds.ts';

/** A wrong invoice that may share its correction with others. */
export type WrongOne = {
  readonly number: string;
  readonly date: Day;
  /** Code of the customer; '' for a buyer without a name, of whom it is not known that he is the same. */
  readonly buyer: string;
  readonly error: ErrorKind;
};

export type Together = {
  /** Invoices that one adjusting or replacing invoice with the list 01/BK-ĐCTT may correct: two and more of each. */
  readonly groups: readonly (readonly WrongOne[])[];
  /** Invoices that are corrected each by itself. */
  readonly apart: readonly WrongOne[];
  /** The reason for which one invoice cannot correct all of them; absent: it can. */
  readonly why?: string;
};

const monthOf = ({ date }: WrongOne): string => `${date.slice(5, 7)}/${date.slice(0, 4)}`;

/**
 * The wrong invoices that may be corrected together (TT 91/2026/TT-BTC Điều 10 k1b; docs/law.md, C3): of the same buyer, of
 * the same month, with the same kind of wrong item. Later changes (C5–C9) and errors that need no new invoice are not in it.
 */
export function correctedTogether(wrong: readonly WrongOne[]): Together {
  const fits = (one: WrongOne) => one.buyer !== '' && ERROR_KINDS[one.error].rule === 'C2';
  const keyed = Map.groupBy(wrong.filter(fits), (one) => [one.buyer, monthOf(one), one.error].join('\u0000'));
  const groups = [...keyed.values()].filter((group) => group.length > 1);
  const inGroups = new Set(groups.flat());
  const why = whyNot(wrong);
  return { groups, apart: wrong.filter((one) => !inGroups.has(one)), ...(why !== undefined && { why }) };
}

function whyNot(wrong: readonly WrongOne[]): string | undefined {
  const several = (values: readonly string[], name: string) => {
    const own = [...new Set(values)];
    return own.length > 1 ? [`${own.length} ${name} (${own.join(', ')})`] : [];
  };
  const whys = [
    ...several(
      wrong.map(({ buyer }) => buyer || 'không tên'),
      'người mua',
    ),
    ...several(wrong.map(monthOf), 'tháng'),
    ...several(
      wrong.map(({ error }) => ERROR_KINDS[error].text.toLowerCase()),
      'loại sai',
    ),
    ...(wrong.some(({ buyer }) => buyer === '') ? ['người mua không có tên'] : []),
    ...(wrong.some(({ error }) => ERROR_KINDS[error].rule !== 'C2') ? ['có việc không lập bảng kê 01/BK-ĐCTT'] : []),
  ];
  return whys.length > 0 ? `Không gộp được: ${whys.join('; ')}.` : undefined;
}
