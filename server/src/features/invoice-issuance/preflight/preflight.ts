import { BLOCKS } from '@khop/engine/invoice-issuance/findings/finding.ts';
import type { Context } from '../../../context.ts';
import { revisionOf } from '../../../db/revision.ts';
import { BOOKS } from '../books-revision.ts';
import { profilesOf, readPeriod } from '../period-rows.ts';
import { judgedBooks } from './judged-books.ts';
import { judgedIn } from './judged-text.ts';

/** "Kiểm tra kỳ": what is found on one view of the data, before a plan and with it. */
export async function periodPreflight({ db, pool, config }: Context, periodId: string) {
  const period = await readPeriod(db, periodId);
  const profiles = await profilesOf(db, period);
  // Before the books are read: what changes meanwhile makes the answer an old one.
  const changeMark = await revisionOf(pool, BOOKS);
  const {
    findings,
    lateness,
    days,
    completeThrough = null,
    today,
  } = judgedIn(await judgedBooks({ pool, config }, periodId));
  const idOf = new Map(profiles.map(({ id, code }) => [code, id]));
  return {
    changeMark,
    today,
    lateness: lateness.map(({ profile, late, missing, ...one }) => ({
      ...{ ...one, profileId: idOf.get(profile)!, code: profile },
      ...{ late: late.length, missing: missing.length },
    })),
    days: days.map(({ profile, signing, ...cell }) => ({
      ...cell,
      profileId: idOf.get(profile) ?? null,
      signBy: signing?.plan ?? null,
    })),
    completeThrough,
    problems: findings.map(({ key, code, severity, message, remedy, count, amount = null, profile, voucher }) => ({
      key,
      code,
      severity,
      message,
      remedy,
      count,
      amount,
      stops: severity === 'block' ? (BLOCKS[code]?.stops ?? null) : null,
      canOverride: severity === 'block' && (BLOCKS[code]?.canOverride ?? false),
      profileId: idOf.get(profile ?? '') ?? null,
      ...(voucher !== undefined && { voucher }),
    })),
  };
}
