import { type Day, formatDay } from '../../day.ts';

/** Days on which an entity may not issue invoices (ngừng sử dụng hóa đơn: TT 91/2026/TT-BTC Điều 7–8; law.md, K3). */
export type Suspension = {
  readonly fromDate: Day;
  /** The last of them; absent: until a notice says that it is over. */
  readonly toDate?: Day | undefined;
  /** The decision or notice: number, day, reason. */
  readonly notice: string;
};

type Suspended = { readonly suspensions?: readonly Suspension[] };

/** The suspension that holds on a day; undefined: invoices may be issued. */
export const suspensionOn = (day: Day, { suspensions = [] }: Suspended): Suspension | undefined =>
  suspensions.find(({ fromDate, toDate }) => fromDate <= day && (toDate === undefined || day <= toDate));

/** A suspension as the middle of a sentence. */
export function suspensionWords({ fromDate, toDate, notice }: Suspension): string {
  const end = toDate ? ` đến ${formatDay(toDate)}` : ', chưa có ngày cuối';
  return `ngừng sử dụng hóa đơn từ ${formatDay(fromDate)}${end} (${notice})`;
}
