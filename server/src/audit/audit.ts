import { toJson } from '../db/json.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../id.ts';

export type AuditEntry = {
  /** E-mail of the person, or "hệ thống" for the service itself. */
  readonly actor: string;
  /** Verb in the form `entity.verb`, e.g. "profile.update". */
  readonly action: string;
  readonly entity: string;
  readonly entityId: string;
  /** One Vietnamese sentence for the log's reader. */
  readonly summary: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly requestId?: string | undefined;
};

/** Records who did what, in the same transaction as the change itself; the log is append-only. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.db
    .insertInto('auditEvents')
    .values({
      id: newId(),
      actor: entry.actor,
      action: entry.action,
      entity: entry.entity,
      entityId: entry.entityId,
      summary: entry.summary,
      before: entry.before === undefined ? null : toJson(entry.before),
      after: entry.after === undefined ? null : toJson(entry.after),
      requestId: entry.requestId ?? null,
    })
    .execute();
}
