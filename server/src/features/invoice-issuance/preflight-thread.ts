import type { Finding } from '@khop/engine/invoice-issuance/finding.ts';
import { preflight } from '@khop/engine/invoice-issuance/preflight.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { threadMain } from '../../jobs/thread-main.ts';
import { outdatedFinding } from './plan-outdated.ts';
import type { PlanSummary } from './plan-summary.ts';

type Asked = {
  readonly input: IssuanceInput;
  readonly plan: IssuancePlan | undefined;
  /** What the plan was made from; absent where the caller judges that itself. */
  readonly planned: PlanSummary | null | undefined;
};

threadMain<Asked, Finding[]>(({ input, plan, planned }) => {
  const outdated = outdatedFinding(input, planned ?? null);
  return [...(outdated ? [outdated] : []), ...preflight(input, plan)];
});
