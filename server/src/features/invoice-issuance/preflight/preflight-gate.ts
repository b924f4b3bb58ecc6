import { BLOCKS, type Block, type Finding, mayPass, stopping } from '@khop/engine/invoice-issuance/findings/finding.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { inThread } from '../../../threads/in-thread.ts';

const THREAD = new URL('./preflight-thread.ts', import.meta.url);

/** An admin's word that what blocks is known; absent for everybody else. */
export type Override = { readonly reason: string };

/**
 * The findings before a generation, in a thread: a large period takes seconds, for which other callers should not wait.
 */
export const findingsOf = (input: IssuanceInput): Promise<Finding[]> =>
  inThread<IssuanceInput, Finding[]>(THREAD, input);

/** Only an admin may go on over what blocks, and says why. */
export function ensureMayOverride(override: Override | undefined, user: { readonly isAdmin: boolean }): void {
  if (override && !user.isAdmin)
    throw new Refusal('ADMIN_ONLY', 'Chỉ quản trị viên được tiếp tục khi «Kiểm tra kỳ» đang chặn.');
}

/**
 * Refuses PREFLIGHT_BLOCKED with every finding that stops the action, unless an admin has overridden them and none of them
 * is the law's. @returns what was overridden.
 */
export function passGate(
  findings: readonly Finding[],
  action: Block['stops'],
  override: Override | undefined,
  profiles?: ReadonlySet<string>,
): readonly Finding[] {
  const stops = stopping(findings, action, profiles);
  if (mayPass(stops, override !== undefined)) return stops;
  const byLaw = stops.filter(({ code }) => !BLOCKS[code]!.canOverride);
  const [first] = byLaw.length > 0 ? byLaw : stops;
  const what = action === 'export' ? 'chưa xuất tệp được' : 'chưa sinh hóa đơn được';
  const rest = stops.length > 1 ? ` (và ${stops.length - 1} điều khác, xem «Kiểm tra kỳ»)` : '';
  throw new Refusal('PREFLIGHT_BLOCKED', `Kỳ ${what}: ${first!.message} ${first!.remedy}${rest}`, {
    problems: stops.map(({ code, message, remedy, count }) => ({
      ...{ code, message, remedy, count },
      canOverride: BLOCKS[code]!.canOverride,
    })),
  });
}

/** Records who went on over which findings, and why. */
export async function auditOverride(
  tx: Tx,
  period: { readonly id: string; readonly name: string },
  overridden: readonly Pick<Finding, 'code' | 'message'>[],
  by: { readonly actor: string; readonly action: Block['stops']; readonly reason: string; readonly requestId?: string },
): Promise<void> {
  if (overridden.length === 0) return;
  await audit(tx, {
    actor: by.actor,
    action: 'period.override-preflight',
    entity: 'period',
    entityId: period.id,
    summary: `${by.action === 'export' ? 'Xuất tệp' : 'Sinh hóa đơn'} kỳ ${period.name} dù «Kiểm tra kỳ» chặn ${overridden.length} điều: ${by.reason}`,
    after: { reason: by.reason, findings: overridden.map(({ code, message }) => ({ code, message })) },
    requestId: by.requestId,
  });
}
