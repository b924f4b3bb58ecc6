import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { threadMain } from '../../../threads/thread-main.ts';

threadMain<IssuanceInput, IssuancePlan>((input) => planInvoices(input));
