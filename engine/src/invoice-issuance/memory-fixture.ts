import type { IssuanceInput, PlannedInvoice } from './types.ts';

type Memory = Pick<IssuanceInput, 'previous' | 'previousVouchers' | 'previousServices'>;

/** The memory that one generation has of the invoices before it, so that nothing changes without a reason. */
export function memoryOf(invoices: readonly PlannedInvoice[]): Memory {
  const services = invoices.flatMap(({ profile, items }) =>
    items.flatMap(({ kind, allocations }) =>
      kind === 'service' ? allocations.map(({ line }) => [line, profile] as const) : [],
    ),
  );
  return {
    previousServices: Object.fromEntries(services),
    previous: invoices.flatMap((invoice) =>
      invoice.items.flatMap((item) =>
        item.allocations.flatMap(({ line, lot, baseQuantity }) =>
          lot === null ? [] : [{ line, lot, lineQuantity: baseQuantity, invoice: invoice.key }],
        ),
      ),
    ),
    previousVouchers: Object.fromEntries(invoices.map((invoice) => [invoice.key, invoice.voucherNumber])),
  };
}
