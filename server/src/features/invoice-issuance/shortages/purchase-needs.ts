import type { ExpectedByProduct } from '@khop/engine/invoice-issuance/shortages/expected-goods.ts';
import { NEEDS_NOTE, type PurchaseNeed } from '@khop/engine/invoice-issuance/shortages/purchase-needs.ts';
import { STOCK_CAUSE_NAMES } from '@khop/engine/invoice-issuance/shortages/stock-causes.ts';
import type { ExplainedLack } from '@khop/engine/invoice-issuance/shortages/stock-lacks.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { databaseUrlOf } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { profilesOf, readPeriod } from '../period-rows.ts';
import { type BooksAddress, readingBooks } from '../preflight/read-books.ts';
import { expectedOf, presentGoods } from './expected.ts';

const THREAD = new URL('./needs-thread.ts', import.meta.url);

export type Needs = {
  readonly needs: readonly PurchaseNeed[];
  readonly sheets: readonly SheetModel[];
  readonly lacks: readonly ExplainedLack[];
};
export type NeedsAsked = BooksAddress & { readonly expected: ExpectedByProduct };

const needsOf = ({ config }: Context, periodId: string, expected: ExpectedByProduct): Promise<Needs> =>
  readingBooks(() => inThread<NeedsAsked, Needs>(THREAD, { databaseUrl: databaseUrlOf(config), periodId, expected }));

/**
 * The goods that have really been sold and are in no entity's stock, per entity and product, with the sales behind
 * them and the goods that are on their way into the books.
 */
export async function getPurchaseNeeds(context: Context, periodId: string) {
  const profiles = await profilesOf(context.db, await readPeriod(context.db, periodId));
  const expected = await expectedOf(context.db, profiles);
  const { needs } = await needsOf(context, periodId, expected);
  return {
    note: NEEDS_NOTE,
    needs: needs.map(({ profile, product, name, unit, quantity, amount, firstDay, sources, alternatives }) => ({
      ...{ profileId: profiles.find(({ code }) => code === profile)!.id, profileCode: profile },
      ...{ product, name, unit, quantity: formatQuantity(quantity), amount, firstDay },
      documents: [...new Set(sources.map(({ document }) => document))],
      alternatives: [...alternatives],
      expected: (expected.get(profile)?.get(product.toLowerCase()) ?? []).map(presentGoods),
    })),
  };
}

/** The lacks of a period, product by product and profile by profile, with what the books show of each. */
export async function getStockCauses(context: Context, periodId: string) {
  const profiles = await profilesOf(context.db, await readPeriod(context.db, periodId));
  const ids = new Map(profiles.map(({ code, id }) => [code, id]));
  const { lacks } = await needsOf(context, periodId, await expectedOf(context.db, profiles));
  return {
    lacks: lacks.map(({ profile, quantity, causes, ...lack }) => ({
      ...lack,
      ...{ profileId: ids.get(profile)!, profileCode: profile, quantity: formatQuantity(quantity) },
      causes: causes.map((cause) => ({
        ...cause,
        name: STOCK_CAUSE_NAMES[cause.code],
        quantity: cause.quantity === null ? null : formatQuantity(cause.quantity),
        documents: [...cause.documents],
      })),
    })),
  };
}

/** The needs as a workbook for the person who buys, with the causes. */
export async function downloadPurchaseNeeds(context: Context, periodId: string): Promise<FileAnswer> {
  const period = await readPeriod(context.db, periodId);
  const expected = await expectedOf(context.db, await profilesOf(context.db, period));
  const { sheets } = await needsOf(context, periodId, expected);
  return {
    fileName: `can-nhap-them-${period.fromDate}-${period.toDate}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: context.workbooks.write(sheets),
  };
}
