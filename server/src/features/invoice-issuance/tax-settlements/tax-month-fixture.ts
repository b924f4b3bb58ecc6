import type { TaxSettlement } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import type { TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { InvoiceToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { expect } from 'vitest';
import { FORM, type OurWhole, SYMBOL, takeInvoices, xmlOf, zipOf } from '../../../testing/good-calls/tax-company.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

/** The invoices that one replaces or adjusts. */
export const related = (relation: '1' | '2', ...numbers: number[]) =>
  numbers.map((number) => ({ relation, form: FORM, symbol: SYMBOL, number: String(number), date: '2026-09-30' }));

/** The sample month with its invoices handed over to AMIS, and hands for both sides of reading them back. */
export async function startTaxMonth() {
  const month = await startSampleMonth(400);
  const profileId = [...month.profiles.values()][0]!;
  await month.api.context.pool.query('update profiles set invoice_symbol = $2, invoice_form = $3 where id = $1', [
    ...[profileId, SYMBOL, FORM],
  ]);
  await month.done('generate-invoices');
  expect((await month.api.call('POST', `/invoice-issuance/periods/${month.periodId}/download-excel`, {})).status).toBe(
    200,
  );
  const { items } = (
    await month.api.call<{ items: { id: string; amount: number; total: number; buyer: { taxCode: string } }[] }>(
      'GET',
      `/invoice-issuance/periods/${month.periodId}/amis-invoices?limit=500&sort=voucherNumber&profileId=${profileId}&status=exported`,
    )
  ).body;
  const whole = async (id: string) =>
    (await month.api.call<OurWhole>('GET', `/invoice-issuance/amis-invoices/${id}`)).body;
  // Each once by buyer, day and total, so that equal contents are unique.
  const firms = items.filter(({ buyer, amount }) => buyer.taxCode !== '' && amount > 0);
  const alike = Map.groupBy(firms, ({ buyer, total }) => `${buyer.taxCode} ${total}`);
  const ours = await Promise.all(
    [...alike.values()].filter((same) => same.length === 1).map(([one]) => whole(one!.id)),
  );
  return { month, profileId, ours, whole, ...handsOf(month) };
}

function handsOf(month: SampleMonth) {
  const { api } = month;
  return {
    /** Uploads invoices together, signed by their seller unless told otherwise. */
    upload: async (invoices: readonly InvoiceToWrite[], isSigned = true): Promise<TaxUploadReport> =>
      takeInvoices(
        api,
        'hoa-don.zip',
        await zipOf(api, Object.fromEntries(invoices.map((one, at) => [`${at}.xml`, xmlOf(one, isSigned)]))),
      ),
    settlements: async (query = ''): Promise<TaxSettlement[]> =>
      (await api.call<{ items: TaxSettlement[] }>('GET', `/tax-settlements?limit=500${query}`)).body.items,
    decide: (id: string, body: object, options = {}) =>
      api.call<TaxSettlement & { error_code?: string }>('POST', `/tax-settlements/${id}/decision`, body, options),
    /** All that settling may change. */
    dump: async () =>
      (
        await api.context.pool.query(
          `select (select jsonb_agg(x order by id) from tax_settlements x) as settlements,
             (select jsonb_agg(i order by id) from invoices i) as invoices,
             (select jsonb_agg(p order by id) from invoice_periods p) as periods`,
        )
      ).rows[0],
  };
}

/** The rows that the AMIS ledger shows of an invoice of ours. */
export const amisRows = (invoice: OurWhole, number: string, over: Partial<Record<string, unknown>> = {}): Row[] =>
  invoice.items.map(
    (item) =>
      ({
        ...{ accountingDate: invoice.documentDate, documentDate: invoice.documentDate },
        ...{
          voucherNumber: invoice.voucherNumber,
          invoiceNumber: number,
          invoiceDate: number === '' ? null : invoice.date,
        },
        ...{
          customerCode: 'X',
          customerName: 'X',
          productCode: item.productCode,
          productName: item.name,
          unit: item.unit,
        },
        ...{
          quantity: item.quantity,
          amount: item.amount,
          vatAmount: item.vatAmount,
          warehouseCode: item.warehouseCode,
        },
        ...over,
      }) as Row,
  );
