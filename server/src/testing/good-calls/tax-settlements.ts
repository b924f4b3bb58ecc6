import type { GoodCalls, Stage } from './stage.ts';
import { type OurWhole, sendInvoices, taxOf, xmlOf, zipOf } from './tax-company.ts';

/** The tax invoices of two invoices that have left, unsigned, so that they are the same in every run: one is taken for signed. */
async function twoOfOurs(stage: Stage): Promise<void> {
  const { rows } = await stage.api.context.pool.query<{ id: string }>(
    "select id from invoices where status = 'exported' and amount > 0 order by voucher_number, id limit 2",
  );
  const [one, two] = await Promise.all(
    rows.map(({ id }) => stage.read<OurWhole>(`/invoice-issuance/amis-invoices/${id}`)),
  );
  const naming = (invoice: OurWhole) => ({ lookup: [{ name: 'Số chứng từ', value: invoice.voucherNumber }] });
  const files = {
    '1.xml': xmlOf(taxOf(one!, 61, naming(one!)), false),
    '2.xml': xmlOf(taxOf(two!, 62, naming(two!)), false),
  };
  await sendInvoices(stage.api, 'hoa-don-ban.zip', await zipOf(stage.api, files));
  await stage.api.context.pool.query(
    "update tax_invoices set verdict = 'intact', signer = 'seller' where number = '61'",
  );
}

type Settlement = { id: string; version: number; decidedBy: string | null; candidates: { id: string }[] };

export const taxSettlementCalls = {
  startTaxSettlements: {
    input: async (stage) => {
      await twoOfOurs(stage);
      return { body: {} };
    },
  },
  // Equal days come in the order of their ids.
  listTaxSettlements: { input: () => ({ query: { sort: 'number' } }) },
  decideTaxSettlement: {
    input: async (stage) => {
      const { id, version, candidates } = await stage.first<Settlement>('/tax-settlements?status=review');
      return { params: { id }, body: { version, reason: 'đã xem bản giấy', invoiceId: candidates[0]!.id } };
    },
  },
  undoTaxSettlement: {
    input: async (stage) => {
      const { items } = await stage.read<{ items: Settlement[] }>('/tax-settlements?status=settled');
      const { id, version } = items.find(({ decidedBy }) => decidedBy !== null)!;
      return { params: { id }, body: { version } };
    },
  },
} as const satisfies GoodCalls;
