import { verifyAuditChain } from '../../audit/audit-chain.ts';
import type { Context } from '../../context.ts';

type Shown = Awaited<ReturnType<typeof walk>>;

const underWay = new WeakMap<Context['pool'], Promise<Shown>>();

/** The state of the audit chain, walked anew. A caller that asks while a walk is under way shares it. */
export function auditChainOf(context: Context): Promise<Shown> {
  const walking =
    underWay.get(context.pool) ??
    walk(context).finally(() => {
      underWay.delete(context.pool);
    });
  underWay.set(context.pool, walking);
  return walking;
}

async function walk({ pool, now }: Context) {
  const { sealed, pending, first, last, head, broken } = await verifyAuditChain(pool);
  const instant = (at: string): string => new Date(at).toISOString();
  return {
    sealed,
    pending,
    firstAt: first && instant(first.at),
    lastAt: last && instant(last.at),
    head,
    broken: broken && { ...broken, at: broken.at && instant(broken.at) },
    checkedAt: now().toISOString(),
  };
}
