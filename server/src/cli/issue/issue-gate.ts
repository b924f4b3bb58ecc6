import { BLOCKS, type Finding, stopping } from '@khop/engine/invoice-issuance/findings/finding.ts';
import { accountFindings } from '@khop/engine/invoice-issuance/preflight/accounts/account-findings.ts';
import { preflight } from '@khop/engine/invoice-issuance/preflight/preflight.ts';
import { layoutFindings } from '@khop/engine/invoice-issuance/preflight/preflight-layouts.ts';
import type { IssuanceInput, IssuancePlan, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import { exportLayouts, voucherLayoutNames } from '@khop/engine/sheets/layouts/export-layouts.ts';

/** Templates that a profile may name: a folder has no templates of its own. */
const KNOWN_LAYOUTS: ReadonlySet<string> = new Set(voucherLayoutNames);

/** "Kiểm tra kỳ" of the folder before anything is made. Throws PREFLIGHT_BLOCKED with every finding when one of them stops a generation. */
export function refuseBefore(input: IssuanceInput): void {
  const findings = judged(input);
  if (stopping(findings, 'generation').length > 0) refuse('chưa sinh hóa đơn được', findings, 'generation');
}

/**
 * "Kiểm tra kỳ" of what was made, as the service judges it before its files leave: a draft of this very run may bear a
 * date that its symbol must not have. What the plan's own warnings, its shortages and those of the files (`said`) state already is left
 * out. Throws PREFLIGHT_BLOCKED with every finding when one of them stops the export of this plan's profiles.
 */
export function findingsOfPlan(input: IssuanceInput, plan: IssuancePlan, said: readonly Warning[]): Warning[] {
  const findings = judged(input, plan);
  const leaving = new Set(plan.invoices.map((invoice) => invoice.profile));
  if (stopping(findings, 'export', leaving).length > 0) refuse('chưa xuất tệp được', findings, 'export', leaving);
  const told = new Set(plan.warnings.map(({ code }) => code));
  // Every shortage is in the report itself.
  const isTold = ({ code, profile }: Finding): boolean =>
    code.startsWith('SHORTAGE_') || told.has(code) || said.some((one) => one.code === code && one.profile === profile);
  return findings
    .filter((finding) => !isTold(finding))
    .map(({ code, message, remedy, profile }) => ({
      code,
      message: `${message} ${remedy}`,
      ...(profile !== undefined && { profile }),
    }));
}

const judged = (input: IssuanceInput, plan?: IssuancePlan): Finding[] => [
  ...layoutFindings(input, KNOWN_LAYOUTS),
  ...accountFindings(input, new Map(Object.entries(exportLayouts))),
  ...preflight(input, plan),
];

/**
 * A command asks no administrator whether to go on, so every blocking finding stops it; the rest is listed after it.
 */
function refuse(
  what: string,
  findings: readonly Finding[],
  action: 'generation' | 'export',
  profiles?: ReadonlySet<string>,
): never {
  const stops = stopping(findings, action, profiles);
  const others = findings.filter((finding) => !stops.includes(finding) && finding.severity !== 'info');
  const line = (mark: string) => (finding: Finding) =>
    `\n  ${mark} ${finding.code}: ${finding.message} ${finding.remedy}`;
  throw new Problem(
    'PREFLIGHT_BLOCKED',
    `Kỳ ${what}, vì «Kiểm tra kỳ» có ${stops.length} điều chặn:${stops.map(line('[chặn]')).join('')}${others.map(line('[xem lại]')).join('')}`,
    { problems: stops.map(({ code }) => ({ code, canOverride: BLOCKS[code]!.canOverride })) },
  );
}
