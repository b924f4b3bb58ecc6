import { planAddingOnly } from '@khop/engine/invoice-issuance/changes/add-only.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { threadMain } from '../../../jobs/thread-main.ts';

/** What «Chỉ thêm, không đổi» plans from. */
export type AddOnly = { readonly input: IssuanceInput; readonly drafts: readonly PlannedInvoice[] };

threadMain<AddOnly, IssuancePlan>(({ input, drafts }) => planAddingOnly(input, drafts));
