import { compare } from '@khop/engine/order.ts';
import type { BravoItemRecord, BravoPartnerRecord } from './port.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** When the clerks of the simulated Bravo do something, counted from its start: often at first, then as in a slow firm. */
const changeOffsetsMs: readonly number[] = [
  15 * second,
  30 * second,
  45 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  ...Array.from({ length: 30 }, (_, index) => (index + 1) * day),
];

/** A member of the list that is another one for every step, the same on every machine. */
const memberAt = <T>(list: readonly T[], step: number): T | undefined => list[((step + 1) * 7919) % list.length];

type Change<T> = (record: T, step: number) => T;

const itemChanges: readonly Change<BravoItemRecord>[] = [
  (item) => ({ ...item, name: `${item.name} (mẫu mới)` }),
  (item, step) => ({ ...item, code: `VTM${String(step + 1).padStart(4, '0')}`, name: `${item.name} - tem mới` }),
  (item) => ({ ...item, isActive: false }),
  (item) => ({ ...item, group: `${item.group} - đang bán` }),
];

const partnerChanges: readonly Change<BravoPartnerRecord>[] = [
  (partner) => ({ ...partner, address: `Tầng 2, ${partner.address || 'Phường Bến Thành, TP. Hồ Chí Minh'}` }),
  (partner, step) => ({
    ...partner,
    code: `KHM${String(step + 1).padStart(4, '0')}`,
    name: `${partner.name} - cơ sở 2`,
    taxCode: '',
  }),
  (partner) => ({ ...partner, phone: '0900 111 222' }),
  (partner) => ({ ...partner, isActive: false }),
];

/**
 * The list as it is `elapsedMs` after the start: at every offset that has passed one record was changed or added, and
 * says so in `modifiedAt`. Later steps build on earlier ones. Sorted by (modifiedAt, code).
 */
function afterChanges<T extends { readonly code: string; readonly modifiedAt: string }>(
  base: readonly T[],
  changes: readonly Change<T>[],
  startedAt: Date,
  elapsedMs: number,
): T[] {
  const byCode = new Map(base.map((record) => [record.code, record]));
  changeOffsetsMs.forEach((offset, step) => {
    const chosen = memberAt(base, step);
    if (offset > elapsedMs || !chosen) return;
    const changed = changes[step % changes.length]!(byCode.get(chosen.code)!, step);
    byCode.set(changed.code, { ...changed, modifiedAt: new Date(startedAt.getTime() + offset).toISOString() });
  });
  return [...byCode.values()].sort((a, b) =>
    a.modifiedAt === b.modifiedAt ? compare(a.code, b.code) : compare(a.modifiedAt, b.modifiedAt),
  );
}

export const itemsAfter = (base: readonly BravoItemRecord[], startedAt: Date, elapsedMs: number): BravoItemRecord[] =>
  afterChanges(base, itemChanges, startedAt, elapsedMs);

export const partnersAfter = (
  base: readonly BravoPartnerRecord[],
  startedAt: Date,
  elapsedMs: number,
): BravoPartnerRecord[] => afterChanges(base, partnerChanges, startedAt, elapsedMs);
