import type { SalesLine, SalesLineKind } from '../../../bravo/sales-line.ts';
import type { PlannedInvoice } from '../../types.ts';

const KIND_NAMES: Readonly<Record<SalesLineKind, string>> = {
  goods: 'hàng',
  free: 'hàng tặng',
  service: 'dịch vụ',
  discount: 'chiết khấu',
};

/** Finds the lines of an invoice that the ledger has as another kind by now; in words. */
export const kindDifference =
  (lines: ReadonlyMap<string, SalesLine>) =>
  ({ items }: PlannedInvoice): string | undefined => {
    const others = new Set<string>();
    let first: string | undefined;
    for (const { kind, allocations } of items)
      for (const { line } of allocations) {
        const now = lines.get(line)?.kind;
        if (now === undefined || now === kind) continue;
        others.add(line);
        first ??= `dòng «${line}» là ${KIND_NAMES[kind]}, Bravo nay ghi ${KIND_NAMES[now]}`;
      }
    return first && `có ${others.size} dòng bán mà Bravo nay ghi loại khác: ${first}`;
  };
