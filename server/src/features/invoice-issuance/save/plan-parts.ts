import type { IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { formatQuantity, parseQuantity } from '@khop/engine/quantity.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Tx } from '../../../db/transaction.ts';

/** The parts of a plan that are lists of rows of their own, beside its invoices, with the table of each. */
type Tables = {
  lots: 'periodLots';
  shortages: 'periodShortages';
  alreadyInvoiced: 'periodAlreadyInvoiced';
  excluded: 'periodExcluded';
  netted: 'periodNetted';
  review: 'periodReviews';
};
type PartName = keyof Tables;
type Element<P extends PartName> = IssuancePlan[P][number];
type Stored<P extends PartName> = Selectable<DB[Tables[P]]>;
/** Every column but the two that saving adds: the period, and the place among the parts of one line. */
type Written<P extends PartName> = Required<Omit<Insertable<DB[Tables[P]]>, 'periodId' | 'position'>>;

/** The form in which a part is stored; both directions side by side, so that neither forgets a column of the other. */
type Part<P extends PartName> = {
  readonly table: Tables[P];
  /** The columns by which it is read back in order; `position` counts the rows of one value of the column before it. */
  readonly order: readonly (keyof Stored<P> & string)[];
  readonly toRow: (element: Element<P>, idOf: (code: string) => string) => Written<P>;
  readonly fromRow: (row: Stored<P>, codeOf: (profileId: string) => string) => Element<P>;
};

const PARTS: { readonly [P in PartName]: Part<P> } = {
  lots: {
    table: 'periodLots',
    order: ['lot'],
    toRow: (lot, idOf) => ({
      lot: lot.id,
      profileId: idOf(lot.profile),
      warehouseCode: lot.warehouse,
      productCode: lot.product,
      availableFrom: lot.availableFrom,
      quantity: formatQuantity(lot.quantity),
      source: lot.source,
    }),
    fromRow: (row, codeOf) => ({
      id: row.lot,
      profile: codeOf(row.profileId),
      warehouse: row.warehouseCode,
      product: row.productCode,
      availableFrom: row.availableFrom,
      quantity: parseQuantity(row.quantity),
      // Nothing but `toRow` writes the column.
      source: row.source as Element<'lots'>['source'],
    }),
  },
  shortages: {
    table: 'periodShortages',
    order: ['sourceKey', 'position'],
    toRow: ({ line, competitors, baseQuantity, ...own }) => ({
      sourceKey: line,
      reason: own.reason,
      baseQuantity: formatQuantity(baseQuantity),
      amount: own.amount,
      vatAmount: own.vatAmount,
      message: own.message,
      remedy: own.remedy,
      competitors: toJson(competitors.map((rival) => ({ ...rival, quantity: formatQuantity(rival.quantity) }))),
    }),
    fromRow: (row) => ({
      line: row.sourceKey,
      reason: row.reason as Element<'shortages'>['reason'],
      baseQuantity: parseQuantity(row.baseQuantity),
      amount: row.amount,
      vatAmount: row.vatAmount,
      message: row.message,
      remedy: row.remedy,
      competitors: (row.competitors as { document: string; line: string; quantity: string }[]).map((rival) => ({
        ...rival,
        quantity: parseQuantity(rival.quantity),
      })),
    }),
  },
  alreadyInvoiced: {
    table: 'periodAlreadyInvoiced',
    order: ['sourceKey', 'position'],
    toRow: (one, idOf) => ({
      sourceKey: one.line,
      profileId: idOf(one.profile),
      entryKey: one.entry,
      voucherNumber: one.voucherNumber,
      invoiceNumber: one.invoiceNumber,
      baseQuantity: formatQuantity(one.baseQuantity),
      amount: one.amount,
      vatAmount: one.vatAmount,
      signals: toJson(one.signals),
    }),
    fromRow: (row, codeOf) => ({
      line: row.sourceKey,
      profile: codeOf(row.profileId),
      entry: row.entryKey,
      voucherNumber: row.voucherNumber,
      invoiceNumber: row.invoiceNumber,
      baseQuantity: parseQuantity(row.baseQuantity),
      amount: row.amount,
      vatAmount: row.vatAmount,
      signals: row.signals as string[],
    }),
  },
  excluded: {
    table: 'periodExcluded',
    order: ['sourceKey'],
    toRow: ({ line, amount, vatAmount, reason, note }) => ({ sourceKey: line, amount, vatAmount, reason, note }),
    fromRow: ({ sourceKey, amount, vatAmount, reason, note }) => ({
      line: sourceKey,
      amount,
      vatAmount,
      reason: reason as Element<'excluded'>['reason'],
      note,
    }),
  },
  netted: {
    table: 'periodNetted',
    order: ['returnLine', 'saleLine'],
    toRow: ({ returnLine, saleLine, baseQuantity, amount, vatAmount }) => ({
      returnLine,
      saleLine,
      baseQuantity: formatQuantity(baseQuantity),
      amount,
      vatAmount,
    }),
    fromRow: ({ returnLine, saleLine, baseQuantity, amount, vatAmount }) => ({
      returnLine,
      saleLine,
      baseQuantity: parseQuantity(baseQuantity),
      amount,
      vatAmount,
    }),
  },
  review: {
    table: 'periodReviews',
    order: ['profileId', 'entryKey'],
    toRow: ({ profile, entry, candidates, why }, idOf) => ({
      profileId: idOf(profile),
      entryKey: entry,
      candidates: toJson(candidates),
      why,
    }),
    fromRow: ({ profileId, entryKey, candidates, why }, codeOf) => ({
      profile: codeOf(profileId),
      entry: entryKey,
      candidates: candidates as string[],
      why,
    }),
  },
};
const NAMES = Object.keys(PARTS) as PartName[];

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Writes the parts of a plan in place of those that are stored. */
export async function savePlanParts(
  tx: Tx,
  periodId: string,
  plan: Pick<IssuancePlan, PartName>,
  idOf: (code: string) => string,
): Promise<void> {
  for (const name of NAMES) await savePart(tx, periodId, name, plan[name], idOf);
}

async function savePart<P extends PartName>(
  tx: Tx,
  periodId: string,
  name: P,
  elements: readonly Element<P>[],
  idOf: (code: string) => string,
): Promise<void> {
  const { table, order, toRow } = PARTS[name];
  await sql`delete from ${sql.table(table)} where period_id = ${periodId}`.execute(tx.db);
  const rows = elements.map((element): Record<string, unknown> => toRow(element, idOf));
  if (rows.length === 0) return;
  const [key, second] = order;
  const place = second === 'position' ? counter() : undefined;
  await tx.copy(
    snake(table),
    ['period_id', ...Object.keys(rows[0]!).map(snake), ...(place ? ['position'] : [])],
    rows.map((row) => [periodId, ...Object.values(row), ...(place ? [place(String(row[key!]))] : [])]),
  );
}

/** 1, 2, 3 … per key: several parts of one line are kept side by side. */
function counter(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const next = (seen.get(key) ?? 0) + 1;
    seen.set(key, next);
    return next;
  };
}

/** A part of the plan in force, as the engine gave it. */
export async function storedPart<P extends PartName>(
  db: Database,
  periodId: string,
  name: P,
  codeOf: (profileId: string) => string,
): Promise<Element<P>[]> {
  const { table, order, fromRow } = PARTS[name];
  const columns = sql.join(order.map((column) => sql.ref(column)));
  const { rows } = await sql<Stored<P>>`
    select * from ${sql.table(table)} where period_id = ${periodId} order by ${columns}`.execute(db);
  return rows.map((row) => fromRow(row, codeOf));
}
