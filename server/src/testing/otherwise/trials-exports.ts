import type { OperationId } from '@khop/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Trial, Trials } from './trial.ts';

/** A disk on which nothing large is begun. */
const FULL: Pick<Context, 'disk'> = {
  disk: { state: () => ({ level: 'low', folder: '/', freeBytes: 1024 * 1024, reserveBytes: 512 * 1024 * 1024 }) },
};

/** Under which the good call's file is kept. */
const GOOD_KEY = 'downloadExcel once';

/**
 * Files of a period: again, of some profiles, from a full disk, and what is refused. They are made in a thread of their own,
 * which sees nothing of what a trial changes.
 */
const exporting: Trials = async ({ stage }) => {
  const { periodId, profileId } = stage;
  // Under which key a file is kept depends on the ids of profiles.
  const kept = '(select file_name, is_repeat, created_by from period_exports)';
  const tables = ['invoice_periods', 'invoices', kept, 'period_undo', 'period_proposals'];
  const load = (body: object, where: readonly string[] = [], more: Partial<Trial> = {}): Trial => ({
    ...{ of: 'downloadExcel', tables, where, sent: { params: { id: periodId }, body } },
    ...more,
  });
  const set = (text: string) => `update invoice_periods set ${text} where id = '${periodId}'`;
  const drafts = [
    `update invoices set status = 'draft' where period_id = '${periodId}' and profile_id = '${profileId}'`,
  ];
  const again = { idempotencyKey: GOOD_KEY };
  return {
    'from a full disk': load({}, [], { context: FULL }),
    'again from a full disk': load({}, [], { ...again, context: FULL }),
    'again when its bytes are gone': load({}, [`update period_exports set content = ''`], again),
    'again of other profiles': load({ profileIds: [profileId] }, [], again),
    'of no profile': load({ profileIds: [] }),
    'of what is new, when nothing is': load({ only: 'new' }),
    'of two profiles, one named twice': load({
      profileIds: [profileId, [...stage.profiles.values()].at(-1), profileId],
    }),
    'of closed books': load({}, [
      ...drafts,
      `update profiles set locked_through = '2027-12-31' where id = '${profileId}'`,
    ]),
    'over what blocks it, by an accountant': load({ override: { reason: 'đã hỏi' } }),
    'of an open one': load({}, [set("status = 'open'")]),
    'of a closed one': load({}, [
      set(
        "status = 'closed', closed_at = '2026-10-05T03:00:00Z', closed_by = 'ai đó', close_acknowledgement = 'đã báo'",
      ),
    ]),
  };
};

export const exportTrials: Partial<Record<OperationId, Trials>> = { downloadExcel: exporting };
