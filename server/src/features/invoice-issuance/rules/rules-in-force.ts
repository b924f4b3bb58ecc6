import { type InvoiceRules, planRules, RULE_KINDS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { ruleDifferences } from '@khop/engine/invoice-issuance/rules/rule-differences.ts';
import { SHIPPED_RULES } from '@khop/engine/invoice-issuance/rules/shipped-rules.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfSelected } from '../../../db/list.ts';
import type { InvoiceRuleSets } from '../../../db/schema.generated.ts';
import type { Call } from '../../../http/call.ts';

type RuleSet = Selectable<InvoiceRuleSets>;

/** The version of what ships, which has no row. */
const SHIPPED_VERSION = 1;

/**
 * The rules of one version. A kind that did not exist when they were saved is as it ships; one that exists no more (the
 * time of making an invoice, which was two rules read as one) is left behind with the version that had it.
 */
function rulesOf(row: Pick<RuleSet, 'rules'> | undefined): InvoiceRules {
  const stored = (row?.rules ?? {}) as Partial<InvoiceRules>;
  // Each kind keeps its own type: it is the stored one or the shipped one.
  return Object.fromEntries(
    RULE_KINDS.map((kind) => [kind, stored[kind] ?? SHIPPED_RULES[kind]]),
  ) as unknown as InvoiceRules;
}

const latest = (db: Database): Promise<RuleSet | undefined> =>
  db.selectFrom('invoiceRuleSets').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();

/** The dated rules in force: what ships, unless an admin has changed them. */
export const rulesInForce = async (db: Database): Promise<InvoiceRules> => rulesOf(await latest(db));

/** The rules in force as the contract shows them. */
export async function presentRules(db: Database) {
  const row = await latest(db);
  const rules = rulesOf(row);
  return {
    version: row?.version ?? SHIPPED_VERSION,
    rules: writable(rules),
    differences: ruleDifferences(SHIPPED_RULES, rules).map(writable),
    changed: row ? { by: row.createdBy, at: row.createdAt } : null,
  };
}

/** True when invoices may come out otherwise under other rules. */
export const decidesOtherwise = (a: InvoiceRules, b: InvoiceRules): boolean =>
  JSON.stringify(planRules(a)) !== JSON.stringify(planRules(b));

/** Every change, newest first, with what it changed. */
export async function listRuleChanges(db: Database, query: Call<'listInvoiceRuleChanges'>['query']) {
  const rows = db
    .selectFrom('invoiceRuleSets as own')
    .leftJoin('invoiceRuleSets as earlier', (join) => join.on('earlier.version', '=', sql<number>`own.version - 1`));
  return pageOfSelected(
    rows,
    query,
    { sorts: { version: 'own.version' }, fallback: '-version', tie: 'own.version' },
    {
      select: (page) => page.selectAll('own').select('earlier.rules as earlierRules'),
      present: (row) => ({
        ...{ version: row.version, action: row.action as 'edit' | 'reset' | 'confirm', reason: row.reason },
        ...{ by: row.createdBy, at: row.createdAt },
        differences: ruleDifferences(rulesOf({ rules: row.earlierRules }), rulesOf(row)).map(writable),
      }),
    },
  );
}

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;

/** The contract's answers are mutable types; the engine's values are not. */
const writable = <T>(value: T): Writable<T> => structuredClone(value) as Writable<T>;
