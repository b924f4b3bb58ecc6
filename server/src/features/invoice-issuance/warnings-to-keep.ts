import { BLOCKS } from '@khop/engine/invoice-issuance/finding.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';

const OTHERS_KEPT = 1000;

/** What of a plan's warnings is stored: every one that may stop an export, and the first thousand of the others. */
export function warningsToKeep(warnings: readonly Warning[]): Warning[] {
  let others = 0;
  return warnings.filter(({ code }) => Object.hasOwn(BLOCKS, code) || others++ < OTHERS_KEPT);
}
