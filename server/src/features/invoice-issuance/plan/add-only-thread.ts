import { planAddingOnly } from '@khop/engine/invoice-issuance/changes/add-only.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { threadMain } from '../../../threads/thread-main.ts';

/** The input of «Chỉ thêm, không đổi». */
export type AddOnly = { readonly input: IssuanceInput; readonly drafts: readonly PlannedInvoice[] };

threadMain<AddOnly, IssuancePlan>(({ input, drafts }) => planAddingOnly(input, drafts));
