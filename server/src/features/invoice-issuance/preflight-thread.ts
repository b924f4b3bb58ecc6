import type { Finding } from '@khop/engine/invoice-issuance/finding.ts';
import { preflight } from '@khop/engine/invoice-issuance/preflight.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { threadMain } from '../../jobs/thread-main.ts';

type Asked = { readonly input: IssuanceInput; readonly plan: IssuancePlan | undefined };

threadMain<Asked, Finding[]>(({ input, plan }) => preflight(input, plan));
