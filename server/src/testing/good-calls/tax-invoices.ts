import { type GoodCalls, onFirst, type Stage } from './stage.ts';
import { purchase, sale, xmlOf, zipOf } from './tax-company.ts';
import { listFile, listRowOf, takeTaxFile } from './tax-list.ts';

/** A zip of a purchase, a sale that replaces an earlier one, and an invoice of another firm; unsigned, so that it is the same in every run. */
async function zip({ api, first, profileId }: Stage) {
  const { body } = await api.call<{ taxCode: string; name: string }>('GET', `/amis/profiles/${profileId}`);
  const us = { taxCode: body.taxCode, name: body.name, address: 'Hà Nội' };
  const { form, symbol } = sale(2);
  // Goods that the profile knows, under the supplier's own code, beside some that it does not.
  const { name, unit } = await first<{ name: string; unit: string }>(`/amis/products?profileId=${profileId}&sort=code`);
  const [known, ...others] = purchase(7).lines;
  const lines = [{ ...known!, name, unit }, ...others];
  const related = [{ relation: '1', form, symbol, number: '1', date: '2026-10-05', note: 'sai địa chỉ' }];
  const content = await zipOf(api, {
    'mua.xml': xmlOf(purchase(7, { buyer: us, lines }), false),
    'ban.xml': xmlOf(sale(2, { seller: us, related }), false),
    'xa-la.xml': xmlOf(purchase(8, { buyer: { name: 'Công ty Xa Lạ', taxCode: '0102030405' } }), false),
  });
  return { file: { name: 'hoa-don-10.zip', content }, body: {} };
}

/** The portal's list of the same month: the purchase of the zip, and one whose XML is not there. */
async function takeList({ api, profileId }: Stage): Promise<void> {
  const { body } = await api.call<{ taxCode: string; name: string }>('GET', `/amis/profiles/${profileId}`);
  const rows = [listRowOf(purchase(7)), listRowOf(purchase(9), { state: 'Hóa đơn đã bị hủy' })];
  await takeTaxFile(api, await listFile('danh-sach-10.xlsx', rows, { side: 'purchase', own: body }));
}

/** A list of another month that was loaded by mistake. */
async function wrongList(stage: Stage) {
  const { body } = await stage.api.call<{ taxCode: string; name: string }>('GET', `/amis/profiles/${stage.profileId}`);
  const facts = { side: 'purchase', own: body, period: 'Từ ngày 01/03/2026 đến ngày 31/03/2026' } as const;
  const rows = [listRowOf(purchase(77, { date: '2026-03-05' }))];
  const { lists } = await takeTaxFile(stage.api, await listFile('nham.xlsx', rows, facts));
  return { params: { id: lists![0]!.listId }, body: { version: 1 } };
}

export const taxInvoiceCalls = {
  uploadTaxInvoices: { input: zip, after: (_, stage) => takeList(stage) },
  listTaxInvoices: { input: () => ({ query: { totals: 'true' } }) },
  getTaxInvoice: { input: onFirst('/tax-invoices?evidence=xml') },
  getTaxInvoiceFile: { input: onFirst('/tax-invoices?evidence=xml') },
  listTaxLists: {},
  getTaxCover: {},
  undoTaxList: { input: wrongList },
} as const satisfies GoodCalls;
