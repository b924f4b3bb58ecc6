import type { FindingRecord } from '@khop/engine/invoice-issuance/findings/records.ts';
import { databaseUrlOf } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import type { Call } from '../../../http/call.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { type PeriodRow, profilesOf, readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';
import { judgedBooks } from './judged-books.ts';
import { recordsIn } from './judged-text.ts';
import { readingBooks } from './read-books.ts';
import { type AskedRecords, pageOfRecords, type RecordsPage } from './records-page.ts';

const THREAD = new URL('./records-thread.ts', import.meta.url);

/** The records that a finding of «Kiểm tra kỳ» counts, as the books are now; none when it is no longer found. */
export async function listFindingRecords(
  { db, pool, config }: Context,
  { id: periodId, key }: Call<'listFindingRecords'>['params'],
  { profileId, totals, limit, offset, q, sort }: Call<'listFindingRecords'>['query'],
) {
  const period = await readPeriod(db, periodId);
  const profiles = await profilesOf(db, period);
  const asked: AskedRecords = {
    ...{ books: { databaseUrl: databaseUrlOf(config), periodId }, key, limit, offset },
    ...(profileId?.length && {
      profiles: profiles.filter(({ id }) => profileId.includes(id)).map(({ code }) => code),
    }),
    ...(q !== undefined && { q }),
    ...(sort !== undefined && { sort }),
  };
  const kept = recordsIn(await judgedBooks({ pool, config }, periodId), key);
  const page = kept
    ? pageOfRecords(kept, asked)
    : await readingBooks(() => inThread<AskedRecords, RecordsPage>(THREAD, asked));
  const idOf = new Map(profiles.map((one) => [one.code, one.id]));
  const targets = await targetsOf(db, period, page.items, idOf);
  return {
    items: page.items.map(({ profile: code, line: _, ...record }, index) => ({
      ...record,
      profileId: idOf.get(code) ?? null,
      profileCode: code,
      targetId: targets[index]!,
    })),
    total: page.total,
    limit,
    offset,
    ...(totals && { totals: { amount: page.amount } }),
  };
}

/** The id that each record is opened by; null where it has no page of its own, or is not there any more. */
async function targetsOf(
  db: Database,
  period: PeriodRow,
  records: readonly FindingRecord[],
  profileIds: ReadonlyMap<string, string>,
): Promise<(string | null)[]> {
  const periodId = period.id;
  const idsOf = (kind: FindingRecord['kind']) => records.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'profileId', 'invoiceKey'])
    .where('periodId', '=', periodId)
    .where('invoiceKey', 'in', ['', ...idsOf('invoice')])
    .execute();
  const products = await db
    .selectFrom('amisProducts')
    .select(['id', 'profileId', 'code'])
    .where('profileId', 'in', [...profileIds.values()])
    .where('code', 'in', ['', ...idsOf('product'), ...idsOf('stock'), ...idsOf('connection')])
    .execute();
  const lines = await db
    .selectFrom('periodSalesLines')
    .select(['sourceKey', 'docDate', 'partnerCode'])
    .where('periodId', '=', periodId)
    .where('sourceKey', 'in', ['', ...idsOf('line'), ...records.flatMap(({ line }) => line ?? [])])
    .execute();
  const others = await otherPeriods(db, period, idsOf('period'));
  const pair = (one: string, other: string) => `${one} ${other}`;
  const invoiceIds = new Map(invoices.flatMap((row) => [[row.invoiceKey, row.id] as const]));
  const saleOf = new Map(lines.map(({ sourceKey, ...sale }) => [sourceKey, sale]));
  const productIds = new Map(products.map((row) => [pair(row.profileId, row.code), row.id]));
  return records.map(({ kind, id, line = '', profile, reference }) => {
    const profileId = profileIds.get(profile) ?? '';
    if (kind === 'invoice') return invoiceIds.get(id) ?? null;
    if (kind === 'line') return reference === id ? null : documentIdOf(periodId, reference, saleOf.get(id));
    if (kind === 'document') return documentIdOf(periodId, reference, saleOf.get(line));
    if (kind === 'product' || kind === 'stock' || kind === 'connection')
      return productIds.get(pair(profileId, id)) ?? null;
    if (kind === 'profile') return profileIds.get(id) ?? null;
    if (kind === 'period') return others.get(id) ?? null;
    return kind === 'partner' || kind === 'item' ? id : null;
  });
}

/** The ids of other open periods by their names; the period itself needs none, and a name of several leads to the earliest. */
async function otherPeriods(db: Database, period: PeriodRow, names: readonly string[]): Promise<Map<string, string>> {
  if (names.every((name) => name === period.name)) return new Map();
  const rows = await db
    .selectFrom('invoicePeriods')
    .select(['id', 'name'])
    .where('name', 'in', names)
    .where('id', '<>', period.id)
    .where('status', '<>', 'closed')
    .orderBy('fromDate', 'desc')
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}
