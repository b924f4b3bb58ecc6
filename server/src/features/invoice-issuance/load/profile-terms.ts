import type { ProfileTerms } from '@khop/engine/invoice-issuance/books.ts';
import type { Suspension } from '@khop/engine/invoice-issuance/rules/suspensions.ts';
import type { Selectable } from 'kysely';
import type { Profiles } from '../../../db/schema.generated.ts';

/** The terms of a profile as the engine knows them. */
export const profileTerms = (row: Selectable<Profiles>): ProfileTerms => ({
  code: row.code,
  name: row.name,
  taxCode: row.taxCode,
  address: row.address,
  invoiceForm: row.invoiceForm,
  invoiceSymbol: row.invoiceSymbol,
  voucherPrefix: row.voucherPrefix,
  defaultWarehouseCode: row.defaultWarehouseCode,
  excludedWarehouseCodes: row.excludedWarehouseCodes,
  accounts: row.accounts as ProfileTerms['accounts'],
  maxLinesPerInvoice: row.maxLinesPerInvoice,
  lockedThrough: row.lockedThrough ?? undefined,
  lastIssuedDate: row.lastIssuedDate ?? undefined,
  exportLayout: row.exportLayout,
  // A default is left out, so that plans of before rest on the same.
  ...(row.saturdayIsWorking && { saturdayIsWorking: true }),
  ...(row.followsSwaps !== 'unknown' && { followsSwaps: row.followsSwaps as ProfileTerms['followsSwaps'] }),
  ...(row.chart.length > 0 && { chart: row.chart }),
  // The column holds the contract's suspensions.
  ...((row.suspensions as Suspension[]).length > 0 && { suspensions: row.suspensions as Suspension[] }),
  isActive: row.isActive,
});
