import { dayOf } from '@khop/engine/invoice-issuance/stock/moments.ts';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../refusal.ts';
import type { ImportBatch, ImportPayload } from '../../imports/target.ts';

export type ReportMoment = { readonly madeAt: string; readonly madeFrom: 'stated' | 'file' | 'upload' };

/**
 * When a report was made in AMIS: as a person states, else as the file says where that can be true (not after its upload, not
 * before the period), else when it was uploaded. Throws VALIDATION for a stated moment that is still to come.
 */
export function momentOf(
  { payload, result, now }: Pick<ImportBatch, 'payload' | 'result' | 'now'>,
  period: { readonly fromDate: string },
): ReportMoment {
  const uploaded = now.toISOString();
  const stated = statedMoment(payload);
  if (stated !== undefined) {
    if (stated > uploaded) throw new Refusal('VALIDATION', 'Thời điểm xuất báo cáo không được sau lúc tải lên.');
    return { madeAt: stated, madeFrom: 'stated' };
  }
  const told = (result.moments ?? []).find((one) => one <= uploaded && dayOf(one) >= period.fromDate);
  return told === undefined ? { madeAt: uploaded, madeFrom: 'upload' } : { madeAt: told, madeFrom: 'file' };
}

const statedMoment = ({ options }: Pick<ImportPayload, 'options'>): string | undefined =>
  options.madeAt ? new Date(options.madeAt).toISOString() : undefined;

/** True when a person states another moment than the one that the same file was loaded with. */
export async function statesOtherMoment(
  { db }: Pick<Context, 'db'>,
  { options, profileId }: ImportPayload,
  kind: 'inventory' | 'sales_ledger',
): Promise<boolean> {
  const stated = statedMoment({ options });
  if (stated === undefined) return false;
  const load = await db
    .selectFrom('periodLoads')
    .select('madeAt')
    .where('periodId', '=', options.periodId ?? '')
    .where('profileId', '=', profileId ?? '')
    .where('kind', '=', kind)
    .executeTakeFirst();
  return load !== undefined && load.madeAt !== stated;
}
