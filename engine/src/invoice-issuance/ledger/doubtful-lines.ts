import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { contradictions } from './contradictions.ts';

/** Lines whose own figures contradict each other, or that another period has invoiced, with the reason. */
export function doubtfulLines(input: IssuanceInput, excluded: IssuancePlan['excluded']): Map<string, string> {
  const doubtful = contradictions(input);
  for (const { line } of excluded) doubtful.delete(line);
  for (const { line, voucherNumber, period } of input.invoicedElsewhere ?? [])
    doubtful.set(line, `đã có hóa đơn «${voucherNumber}» ở kỳ «${period}», lập ở kỳ này là xuất hai lần`);
  return doubtful;
}
