import { addDays, type Day } from '../../day.ts';
import type { IssuingBasis } from './issuing-basis.ts';

/** A basis that ends within so many days is told of before it is over. */
const SOON_DAYS = 30;

export const endsSoon = (toDate: Day, today: Day): boolean => today <= toDate && toDate <= addDays(today, SOON_DAYS);

export const BASIS_STATES = ['later', 'ended', 'waiting', 'ends_soon', 'held'] as const;
export type BasisState = (typeof BASIS_STATES)[number];

export const BASIS_STATE_NAMES: Readonly<Record<BasisState, string>> = {
  later: 'Chưa đến hạn',
  ended: 'Hết hạn',
  waiting: 'Chờ cơ quan thuế chấp nhận',
  ends_soon: 'Sắp hết hạn',
  held: 'Còn hạn',
};

/** A basis as of a day; `waiting`: a delegation of which the tax office has not accepted both notices. */
export function basisState(
  { kind, fromDate, toDate, delegation }: Pick<IssuingBasis, 'kind' | 'fromDate' | 'toDate' | 'delegation'>,
  today: Day,
): BasisState {
  if (toDate !== undefined && toDate < today) return 'ended';
  if (kind === 'delegation')
    for (const acceptedOn of [delegation?.sellerAcceptedOn, delegation?.makerAcceptedOn])
      if (acceptedOn === undefined || acceptedOn > today) return 'waiting';
  if (today < fromDate) return 'later';
  return toDate !== undefined && endsSoon(toDate, today) ? 'ends_soon' : 'held';
}
