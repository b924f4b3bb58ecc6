import type { OperationId } from '@khop/contract/index.ts';
import { type Caller, type FillRequest, fillSample } from '@khop/server/roles/fill-sample.ts';

/**
 * The work of a month-end in the order in which people do it: the sample company filled in (imports, syncs, loads), both
 * catalogues matched, invoices generated and again with everything loaded anew, files made for AMIS.
 */
export async function workOfAMonth(call: Caller, folder: string): Promise<void> {
  const { periodId: id, profiles } = await fillSample(call, folder);
  const inPeriod = (operation: OperationId, body: object = {}, more: FillRequest = {}) =>
    call(operation, { params: { id }, body, ...more });
  for (const profileId of profiles.values()) {
    await call('generateProductSuggestions', { body: { profileId } });
    await call('generatePartnerSuggestions', { body: { profileId } });
  }
  await inPeriod('generateInvoices');
  await call('loadBravoSales', { params: { id } });
  await inPeriod('regenerateInvoices');
  for (const profileId of profiles.values()) await inPeriod('downloadExcel', { profileIds: [profileId] });
  await inPeriod('regenerateInvoices');
  await inPeriod('downloadExcel');
}
