import { type InvoiceRules, RULE_KINDS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { readRules } from '@khop/engine/invoice-issuance/rules/read-rules.ts';
import { type AnyRule, isSameRule, ruleDifferences } from '@khop/engine/invoice-issuance/rules/rule-differences.ts';
import { SHIPPED_RULES } from '@khop/engine/invoice-issuance/rules/shipped-rules.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { decidesOtherwise, presentRules, rulesInForce } from './rules-in-force.ts';

type Change = {
  readonly action: 'edit' | 'reset' | 'confirm';
  readonly rules: InvoiceRules;
  readonly reason: string;
  /** One sentence for the log. */
  readonly summary: string;
};
type By = { readonly user: { readonly email: string }; readonly requestId: string };

/** Replaces the rules. One that says anything new loses its confirmation: what was confirmed was the old one. */
export function updateInvoiceRules({ body, user, commit, requestId }: Call<'updateInvoiceRules'>) {
  return commit(async (tx) => {
    const before = await lockRules(tx, body.version);
    const given = Object.fromEntries(
      RULE_KINDS.map((kind) => [
        kind,
        body.rules[kind]?.map((rule) => withConfirmation(rule, before[kind])) ?? before[kind],
      ]),
    );
    const rules = checked(given);
    return save(
      tx,
      before,
      { user, requestId },
      { action: 'edit', rules, reason: body.reason, summary: 'Sửa quy tắc hóa đơn' },
    );
  });
}

/** Back to what ships, as this version and every later one of the product ships it. */
export function resetInvoiceRules({ body, user, commit, requestId }: Call<'resetInvoiceRules'>) {
  return commit(async (tx) => {
    const before = await lockRules(tx, body.version);
    const summary = 'Trở về quy tắc hóa đơn có sẵn';
    return save(
      tx,
      before,
      { user, requestId },
      { action: 'reset', rules: SHIPPED_RULES, reason: body.reason, summary },
    );
  });
}

/** Notes that a professional has confirmed rules, or takes it back. */
export function confirmInvoiceRules({ body, user, commit, requestId }: Call<'confirmInvoiceRules'>) {
  return commit(async (tx) => {
    const before = await lockRules(tx, body.version);
    for (const { kind, fromDate } of body.rules)
      if (!before[kind].some((rule) => rule.fromDate === fromDate))
        throw new Refusal('NOT_FOUND', 'Không tìm thấy quy tắc cần xác nhận. Có thể nó đã được sửa.');
    const { confirmed } = body;
    const asked = new Set(body.rules.map(({ kind, fromDate }) => `${kind} ${fromDate}`));
    const rules = checked(
      Object.fromEntries(
        RULE_KINDS.map((kind) => [
          kind,
          before[kind].map((rule: AnyRule) => (asked.has(`${kind} ${rule.fromDate}`) ? { ...rule, confirmed } : rule)),
        ]),
      ),
    );
    const summary = confirmed
      ? `${confirmed.by} xác nhận ${asked.size} quy tắc hóa đơn`
      : `Bỏ xác nhận ${asked.size} quy tắc hóa đơn`;
    return save(tx, before, { user, requestId }, { action: 'confirm', rules, reason: body.note || summary, summary });
  });
}

/**
 * The rules in force; callers that change them take turns. Refuses STALE_VERSION with them when the caller saw older
 * ones.
 */
async function lockRules(tx: Tx, version: number): Promise<InvoiceRules> {
  await sql`lock table invoice_rule_sets in share row exclusive mode`.execute(tx.db);
  const current = await presentRules(tx.db);
  if (current.version !== version) throw new Refusal('STALE_VERSION', undefined, current);
  return rulesInForce(tx.db);
}

/** Refuses RULES_INVALID with every problem and its place. */
function checked(given: object): InvoiceRules {
  const read = readRules(given);
  if ('rules' in read) return read.rules;
  const [first] = read.problems;
  const rest = read.problems.length > 1 ? ` Còn ${read.problems.length - 1} điều nữa.` : '';
  throw new Refusal('RULES_INVALID', `Quy tắc chưa dùng được. ${first!.message}${rest}`, { problems: read.problems });
}

function withConfirmation(rule: object, known: readonly AnyRule[]): object {
  const same = known.find((one) => isSameRule({ ...one, confirmed: null }, { ...rule, confirmed: null } as AnyRule));
  return { ...rule, confirmed: same?.confirmed ?? null };
}

/** Adds a version, tells the log, and makes plans of other rules stale. The same rules again change nothing. */
async function save(tx: Tx, before: InvoiceRules, by: By, { action, rules, reason, summary }: Change) {
  const differences = ruleDifferences(before, rules);
  if (differences.length === 0) return { ...(await presentRules(tx.db)), periods: [] };
  const { version } = await presentRules(tx.db);
  await tx.db
    .insertInto('invoiceRuleSets')
    .values({
      ...{ version: version + 1, action, reason, createdBy: by.user.email },
      rules: action === 'reset' ? null : toJson(rules),
    })
    .execute();
  const periods = decidesOtherwise(before, rules) ? await makeStale(tx) : [];
  await audit(tx, {
    ...{ actor: by.user.email, requestId: by.requestId, action: `invoice-rules.${action}` },
    ...{ entity: 'invoice-rules', entityId: 'site', summary: `${summary}: ${reason}` },
    before: differences.map(({ kind, before: old }) => ({ kind, ...old })),
    after: differences.map(({ kind, after }) => ({ kind, ...after })),
  });
  return { ...(await presentRules(tx.db)), periods };
}

/** A plan of other rules is not saved over, previewed or undone as if nothing had happened. */
async function makeStale(tx: Tx): Promise<string[]> {
  const rows = await tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({ inputRevision: eb('inputRevision', '+', 1) }))
    .where('status', '!=', 'closed')
    .returning(['name', 'plan'])
    .execute();
  return rows.filter((row) => row.plan !== null).map((row) => row.name);
}
