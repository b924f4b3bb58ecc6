import type { Day } from '@khop/engine/day.ts';
import type { RuleChanges } from '@khop/engine/invoice-issuance/rule-changes/rule-changes.ts';
import { databaseUrlOf } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Call } from '../../../http/call.ts';
import { inThread } from '../../../jobs/in-thread.ts';
import { profilesOf, readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';
import { type BooksAddress, readingBooks } from './read-books.ts';

const THREAD = new URL('./rule-changes-thread.ts', import.meta.url);

export type AskedDay = BooksAddress & { readonly on?: Day };

export type PeriodRuleChanges = RuleChanges & {
  readonly today: Day;
  readonly isPlanned: boolean;
  readonly coming: readonly Day[];
};

/** Records that an effect shows: the rest is counted. */
const SHOWN = 10;

/** The rules that turn on a day, and their effect on what the period has not invoiced with a number yet. */
export async function periodRuleChanges(
  { db, config }: Context,
  periodId: string,
  { on }: Call<'getPeriodRuleChanges'>['query'],
) {
  const profiles = await profilesOf(db, await readPeriod(db, periodId));
  const asked: AskedDay = { databaseUrl: databaseUrlOf(config), periodId, ...(on !== undefined && { on }) };
  const { rules, effects, coming, ...own } = await readingBooks(() =>
    inThread<AskedDay, PeriodRuleChanges>(THREAD, asked),
  );
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
