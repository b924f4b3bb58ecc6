import { importTargetOf } from '../import-targets.ts';
import { type Entry, reportOf } from './entry.ts';

/** Kinds of files in the order in which they are loaded: catalogues, what connects them, ledgers, and last the stock (decision 0017). */
const ORDER = [
  'bravo-items',
  'bravo-partners',
  'amis-products',
  'amis-customers',
  'amis-suppliers',
  'invoice-requirements',
  'product-connections',
  'partner-connections',
  'bravo-sales',
  'amis-purchase-ledger',
  'amis-sales-ledger',
  'amis-inventory',
];
/** The files that a kind of file cannot do without: it waits while such a file of its profile has not been taken in. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'invoice-requirements': ['bravo-partners'],
  'product-connections': ['bravo-items', 'amis-products'],
  'partner-connections': ['bravo-partners', 'amis-customers', 'amis-suppliers'],
  'bravo-sales': ['bravo-items'],
};
/**
 * The stock is to be the newest report: it waits for a ledger with a question that a person has to answer, not for one
 * that failed.
 */
const LEDGERS: readonly string[] = ['amis-purchase-ledger', 'amis-sales-ledger'];
/** A second file of these for the same days takes the place of the first. */
const REPLACED: ReadonlySet<string> = new Set([...LEDGERS, 'amis-inventory']);

const rank = ({ layout = '' }: Entry): number => ORDER.indexOf(layout);

export type Around = {
  readonly periodId: string | undefined;
  readonly profiles: readonly { readonly id: string; readonly code: string }[];
};

/** Layouts that belong to a profile, and those that belong to a period of it. */
export const needsProfile = (layout: string): boolean =>
  importTargetOf(layout, { profileId: undefined, periodId: 'k' }) === undefined;
export const needsPeriod = (layout: string): boolean =>
  importTargetOf(layout, { profileId: 'p', periodId: undefined }) === undefined;

/** The obstacle that a person has to settle before a file that is ready can be loaded; undefined when there is none. */
export function obstacleOf(entry: Entry, entries: readonly Entry[], { periodId }: Around): string | undefined {
  if (entry.state !== 'ready' || entry.layout === undefined) return undefined;
  const twin = entries.find(
    (one) =>
      isMeant(one) && one.id !== entry.id && one.seen?.sha256 === entry.seen?.sha256 && isBefore(one, entry, entries),
  );
  if (twin && inOnePlace(twin, entry)) return `Cùng một tệp với «${twin.path}». Hãy bỏ qua một tệp.`;
  if (needsProfile(entry.layout) && entry.profileId === undefined)
    return 'Tệp không cho biết của hồ sơ nào. Hãy chọn hồ sơ.';
  if (needsPeriod(entry.layout) && periodId === undefined)
    return 'Chưa có kỳ đang mở để nạp vào. Hãy tạo hoặc mở lại kỳ.';
  const rival = entries.find(
    (one) => isMeant(one) && one.id !== entry.id && inOnePlace(one, entry) && isSameTime(one, entry),
  );
  return rival && REPLACED.has(entry.layout)
    ? `Cùng vào một chỗ với «${rival.path}»: tệp nạp sau sẽ thay tệp nạp trước. Hãy bỏ qua một tệp.`
    : undefined;
}

const isMeant = ({ state }: Entry): boolean => state === 'ready' || state === 'waiting';
const isBefore = (one: Entry, other: Entry, entries: readonly Entry[]): boolean =>
  entries.indexOf(one) < entries.indexOf(other);
const inOnePlace = (one: Entry, other: Entry): boolean =>
  one.layout === other.layout && (needsProfile(one.layout ?? '') ? one.profileId === other.profileId : true);

/** Days that a file does not state may be any. */
function isSameTime({ seen: one, layout }: Entry, { seen: other }: Entry): boolean {
  if (layout === 'amis-inventory') return true;
  const [from, to] = [one?.fromDate ?? '', one?.toDate ?? '9999'];
  return from <= (other?.toDate ?? '9999') && to >= (other?.fromDate ?? '');
}

/** The next file to load; undefined while those that are left wait for others, or none is left. */
export const nextOf = (entries: readonly Entry[]): Entry | undefined =>
  entries
    .filter((entry) => entry.state === 'waiting' && waitsFor(entry, entries) === undefined)
    .toSorted((a, b) => rank(a) - rank(b))[0];

/** The file that a waiting one cannot go before. */
export function waitsFor(entry: Entry, entries: readonly Entry[]): Entry | undefined {
  const { layout = '', profileId } = entry;
  const isOfSame = (one: Entry) => !needsProfile(one.layout ?? '') || one.profileId === profileId;
  const held = entries.find(
    (one) =>
      NEEDS[layout]?.includes(one.layout ?? '') &&
      isOfSame(one) &&
      (one.state === 'asks' || one.state === 'failed' || one.state === 'lost'),
  );
  if (held || layout !== 'amis-inventory') return held;
  return entries.find((one) => LEDGERS.includes(one.layout ?? '') && isOfSame(one) && one.state === 'asks');
}

export type Sums = Record<'files' | 'read' | 'created' | 'changed' | 'unchanged' | 'rejected' | 'warnings', number>;

/** The sums over all files together. */
export function sumsOf(entries: readonly Entry[]): Sums {
  const sums: Sums = { files: 0, read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, warnings: 0 };
  for (const entry of entries) {
    const report = reportOf(entry);
    if (!report) continue;
    sums.files++;
    for (const field of ['read', 'created', 'changed', 'unchanged', 'rejected'] as const) sums[field] += report[field];
    sums.warnings += report.warnings.length;
  }
  return sums;
}
