import type { DayFacts } from '@khop/engine/bravo/day-facts.ts';
import type { SalesLineKind } from '@khop/engine/bravo/sales-line.ts';
import { type InvoiceRules, ruleOn } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { lawfulDayOf } from '@khop/engine/invoice-issuance/rules/lawful-day.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { rulesInForce } from '../rules/rules-in-force.ts';
import { readSalesDocument } from './sales-documents.ts';

/** One Bravo document: its lines, the invoices that cover them, and why the rest is not covered. */
export async function getSalesDocument(db: Database, id: string) {
  const { periodId, document, ...own } = await readSalesDocument(db, id);
  const lines = await linesOf(db, periodId, own);
  const keys = lines.map((line) => line.sourceKey);
  const shortages = Map.groupBy(await shortagesOf(db, periodId, keys), (one) => one.sourceKey);
  const covering = Map.groupBy(await invoicesOf(db, periodId, keys), (one) => one.sourceKey);
  const amisEntries = Map.groupBy(await amisEntriesOf(db, periodId, keys), (one) => one.sourceKey);
  const nettedOf = await nettings(db, periodId, keys);
  const { generatedAt } = await db
    .selectFrom('invoicePeriods')
    .select('generatedAt')
    .where('id', '=', periodId)
    .executeTakeFirstOrThrow();
  const isPlanned = generatedAt !== null;
  const rules = await rulesInForce(db);
  return {
    ...document,
    periodId,
    reconciliationTrades: [...ruleOn(rules.reconciliationTrades, document.docDate)!.trades],
    ledgerLines: lines.map((line) => ({
      ...presentLine(line, isPlanned),
      ...dayOf(line, rules),
      shortages: (shortages.get(line.sourceKey) ?? []).map(presentShortage),
      invoices: (covering.get(line.sourceKey) ?? []).map(({ sourceKey: _, ...one }) => ({
        ...one,
        status: one.status as never,
      })),
      amisEntries: (amisEntries.get(line.sourceKey) ?? []).map(({ sourceKey: _, ...one }) => ({
        ...one,
        fileName: one.fileName ?? '',
      })),
      netted: nettedOf(line.sourceKey),
    })),
  };
}

const linesOf = (
  db: Database,
  periodId: string,
  { documentKey, sale }: Pick<Awaited<ReturnType<typeof readSalesDocument>>, 'documentKey' | 'sale'>,
) =>
  db
    .selectFrom('periodSalesLines as s')
    .leftJoin('periodExclusions as e', (join) =>
      join.onRef('e.periodId', '=', 's.periodId').onRef('e.sourceKey', '=', 's.sourceKey'),
    )
    .leftJoin('periodLineDays as d', (join) =>
      join.onRef('d.periodId', '=', 's.periodId').onRef('d.sourceKey', '=', 's.sourceKey'),
    )
    .leftJoin('periodExcluded as x', (join) =>
      join.onRef('x.periodId', '=', 's.periodId').onRef('x.sourceKey', '=', 's.sourceKey'),
    )
    .selectAll('s')
    .select(['e.reason as byHand', 'e.note', 'e.createdBy', 'e.createdAt', 'x.reason as byRule', 'x.note as ruleNote'])
    .select(['d.facts as statedFacts', 'd.evidence', 'd.createdBy as statedBy', 'd.createdAt as statedAt'])
    .where('s.periodId', '=', periodId)
    .where('s.documentKey', '=', documentKey)
    .$if(sale !== undefined, (rows) =>
      rows.where('s.docDate', '=', sale!.docDate).where('s.partnerCode', '=', sale!.partnerCode),
    )
    .orderBy('s.sourceKey')
    .execute();

const shortagesOf = (db: Database, periodId: string, keys: readonly string[]) =>
  db
    .selectFrom('periodShortages')
    .selectAll()
    .where('periodId', '=', periodId)
    .where('sourceKey', 'in', keys)
    .orderBy('position')
    .execute();

/** The invoices that cover lines, with how much of each line. */
const invoicesOf = (db: Database, periodId: string, keys: readonly string[]) =>
  db
    .selectFrom('invoiceAllocations as a')
    .innerJoin('invoiceItems as t', 't.id', 'a.itemId')
    .innerJoin('invoices as i', 'i.id', 't.invoiceId')
    .innerJoin('profiles as p', 'p.id', 'i.profileId')
    .select([
      'a.sourceKey',
      'i.id',
      'i.voucherNumber',
      'i.status',
      'p.code as profileCode',
      sql<string>`sum(a.quantity)`.as('quantity'),
      sql<number>`sum(a.amount)::bigint`.as('amount'),
    ])
    .where('a.periodId', '=', periodId)
    .where('a.sourceKey', 'in', keys)
    .groupBy(['a.sourceKey', 'i.id', 'i.voucherNumber', 'i.status', 'p.code'])
    .orderBy('i.voucherNumber')
    .execute();

/** Entries of AMIS that lines are said to be, each with its file and row. */
const amisEntriesOf = (db: Database, periodId: string, keys: readonly string[]) =>
  db
    .selectFrom('periodAlreadyInvoiced as a')
    .innerJoin('profiles as p', 'p.id', 'a.profileId')
    .leftJoin('periodAmisSales as e', (join) =>
      join
        .onRef('e.periodId', '=', 'a.periodId')
        .onRef('e.profileId', '=', 'a.profileId')
        .onRef('e.entryKey', '=', 'a.entryKey'),
    )
    .leftJoin('periodLoads as l', (join) =>
      join
        .onRef('l.periodId', '=', 'e.periodId')
        .onRef('l.profileId', '=', 'e.profileId')
        .on('l.kind', '=', 'sales_ledger'),
    )
    .leftJoin('importBatches as m', 'm.id', 'l.importId')
    .select([
      'a.sourceKey',
      'p.code as profileCode',
      'a.voucherNumber',
      'a.invoiceNumber',
      'a.amount',
      'm.fileName',
      'e.rowNumber',
    ])
    .where('a.periodId', '=', periodId)
    .where('a.sourceKey', 'in', keys)
    .orderBy('a.position')
    .execute();

/** The other sides of what was netted with lines of `keys`. */
async function nettings(db: Database, periodId: string, keys: readonly string[]) {
  const pairs = await db
    .selectFrom('periodNetted as n')
    .selectAll('n')
    .where('n.periodId', '=', periodId)
    .where((eb) => eb.or([eb('n.returnLine', 'in', keys), eb('n.saleLine', 'in', keys)]))
    .execute();
  const others = [...new Set(pairs.flatMap((pair) => [pair.returnLine, pair.saleLine]))];
  const rows =
    others.length === 0
      ? []
      : await db
          .selectFrom('periodSalesLines')
          .select(['sourceKey', 'documentKey'])
          .where('periodId', '=', periodId)
          .where('sourceKey', 'in', others)
          .execute();
  const documentOf = new Map(rows.map((row) => [row.sourceKey, row.documentKey]));
  return (key: string) =>
    pairs
      .filter((pair) => pair.returnLine === key || pair.saleLine === key)
      .map(({ returnLine, saleLine, baseQuantity, amount }) => {
        const line = returnLine === key ? saleLine : returnLine;
        return { line, document: documentOf.get(line) ?? '', baseQuantity, amount };
      });
}

type LineRow = Awaited<ReturnType<typeof linesOf>>[number];
type ShortageRow = Awaited<ReturnType<typeof shortagesOf>>[number];

/** Before the first plan the whole line is not allocated yet. */
const presentLine = (line: LineRow, isPlanned: boolean) => ({
  sourceKey: line.sourceKey,
  itemCode: line.itemCode,
  itemName: line.itemName,
  unit: line.unit,
  quantity: line.quantity,
  baseQuantity: line.baseQuantity,
  unitPrice: line.unitPrice,
  amount: line.amount,
  discount: line.discount,
  netAmount: line.amount - line.discount,
  vatRate: line.vatRate,
  vatAmount: line.vatAmount,
  kind: line.kind as SalesLineKind,
  invoiced: line.invoiced,
  alreadyInvoiced: line.alreadyInvoiced,
  unallocated: isPlanned ? line.unallocated : line.amount - line.discount,
  excluded: line.excluded,
  exclusion: exclusionOf(line),
});

/** The facts about the line's day, and the day that follows from them. */
function dayOf(line: LineRow, rules: InvoiceRules) {
  const [dayFacts, stated] = [line.dayFacts as DayFacts | null, line.statedFacts as DayFacts | null];
  const facts = stated ?? dayFacts;
  const kind = line.kind as SalesLineKind;
  const sold = { docDate: line.docDate, kind, ...(facts && { dayFacts: facts }) };
  const { day, because, waits = null } = lawfulDayOf(sold, rules);
  const by = { evidence: line.evidence ?? '', by: line.statedBy ?? '', at: line.statedAt ?? '' };
  return { dayFacts, statedDay: stated && { facts: stated, ...by }, lawfulDay: { day, because, waits } };
}

const presentShortage = ({ reason, baseQuantity, amount, message, remedy, competitors }: ShortageRow) => ({
  reason: reason as never,
  baseQuantity,
  amount,
  message,
  remedy,
  competitors: competitors as { document: string; line: string; quantity: string }[],
});

/** An exclusion made by hand has its person; one by the period's rules names the rule. */
function exclusionOf(line: LineRow) {
  if (line.byHand)
    return { reason: line.byHand as never, note: line.note ?? '', by: line.createdBy ?? '', at: line.createdAt ?? '' };
  if (line.byRule) return { reason: line.byRule as never, note: line.ruleNote ?? '', by: 'Quy tắc của kỳ', at: '' };
  return null;
}
