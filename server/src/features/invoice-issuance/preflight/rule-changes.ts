import type { Day } from '@khop/engine/day.ts';
import type { RuleChanges } from '@khop/engine/invoice-issuance/rule-changes/rule-changes.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { databaseUrlOf } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Call, FileAnswer } from '../../../http/call.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { profilesOf, readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';
import { type BooksAddress, readingBooks } from './read-books.ts';

const THREAD = new URL('./rule-changes-thread.ts', import.meta.url);

export type AskedDay = BooksAddress & { readonly on?: Day; readonly isWorkbook: boolean };

export type PeriodRuleChanges = RuleChanges & {
  readonly today: Day;
  readonly isPlanned: boolean;
  readonly coming: readonly Day[];
  /** Every record of every effect; empty unless a workbook was asked for. */
  readonly sheets: readonly SheetModel[];
};

const changesOf = (
  { config }: Context,
  periodId: string,
  on: Day | undefined,
  isWorkbook: boolean,
): Promise<PeriodRuleChanges> => {
  const address = { databaseUrl: databaseUrlOf(config), periodId, isWorkbook };
  const asked: AskedDay = { ...address, ...(on !== undefined && { on }) };
  return readingBooks(() => inThread<AskedDay, PeriodRuleChanges>(THREAD, asked));
};

/** Records that an effect shows: the rest is counted, and the workbook has all of them. */
const SHOWN = 10;

/** The rules that turn on a day, and their effect on what the period has not invoiced with a number yet. */
export async function periodRuleChanges(
  context: Context,
  periodId: string,
  { on }: Call<'getPeriodRuleChanges'>['query'],
) {
  const profiles = await profilesOf(context.db, await readPeriod(context.db, periodId));
  const { rules, effects, coming, sheets: _sheets, ...own } = await changesOf(context, periodId, on, false);
  const profileIds = new Map(profiles.map(({ code, id }) => [code, id]));
  return {
    ...own,
    coming: [...coming],
    rules: rules.map(({ confirmed, ...rule }) => ({ ...rule, isConfirmed: confirmed !== null })),
    effects: effects.map(({ about, ...effect }) => ({
      ...effect,
      records: about
        .slice(0, SHOWN)
        .map(({ kind, id }) =>
          kind === 'profile'
            ? { kind: 'profile' as const, id, targetId: profileIds.get(id) ?? null }
            : { kind: 'document' as const, id, targetId: documentIdOf(periodId, id) },
        ),
      recordCount: about.length,
    })),
  };
}

/** The same as a workbook, with every record of every effect. */
export async function downloadRuleChanges(
  context: Context,
  periodId: string,
  { on: asked }: Call<'downloadRuleChanges'>['query'],
): Promise<FileAnswer> {
  await readPeriod(context.db, periodId);
  const { on, sheets } = await changesOf(context, periodId, asked, true);
  return {
    fileName: `luat-doi-${on}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: context.workbooks.write(sheets),
  };
}
