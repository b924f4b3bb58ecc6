import type { Override } from '../preflight/preflight-gate.ts';

/** The task of a generation run. */
export type GeneratePayload = {
  readonly periodId: string;
  /** Absent: plan and switch at once. `preview` puts the plan apart, `apply` switches to it, `undo` goes back. */
  readonly mode?: 'preview' | 'apply' | 'undo';
  /** «Chỉ thêm, không đổi»: drafts stay as they are, as far as the laws allow. */
  readonly addOnly?: true;
  /** An admin's word to go on over what blocks a generation. */
  readonly override?: Override;
};

export const STALE_PROPOSAL =
  'Dữ liệu của kỳ (hoặc bản phần mềm) đã đổi sau khi xem trước, nên bản này không áp dụng được nữa. Hãy xem trước lại rồi áp dụng.';
