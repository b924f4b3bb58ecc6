import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { workbookFile } from '../workbook-file.ts';
import { type GoodCalls, ofProfile, onFirst, type Sent, type Stage } from './stage.ts';

const ofFile =
  (layout: LayoutName, rows: readonly Row[], more: object = {}) =>
  async ({ profileId }: Stage): Promise<Sent> => ({
    body: { profileId, ...more },
    file: await workbookFile(layout, rows),
  });
const profile = (code: string) => ({ body: { code, name: 'Công ty thử', taxCode: '' } });
const firstDays = { query: { fromDate: '2026-09-01', toDate: '2026-09-02', limit: '500' } };

/** Makes the stored ledger an older one: since then Bravo has changed a line, added a line and removed a line. */
async function moveOnBravo({ api, notes }: Stage): Promise<void> {
  const { pool } = api.context;
  const { rows } = await pool.query<{ id: string; key: string; amount: number }>(
    `select id, source_key as key, amount from sales_ledger_lines
     where source = 'bravo' and doc_date = '2026-09-01' order by source_key limit 2`,
  );
  const [changed, added] = rows as [(typeof rows)[0], (typeof rows)[0]];
  notes.set('changed line', JSON.stringify(changed));
  notes.set('added line', added.key);
  await pool.query(
    `insert into sales_ledger_lines
     select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'source_key', 'không còn ở Bravo'))).*
     from sales_ledger_lines t where id = $1`,
    [added.id],
  );
  await pool.query('delete from sales_ledger_lines where id = $1', [added.id]);
  await pool.query("update sales_ledger_lines set amount = amount + 1, fingerprint = 'cũ' where id = $1", [changed.id]);
}

export const catalogueCalls = {
  getAmisProduct: { input: onFirst('/amis/products') },
  listAmisProducts: { input: ofProfile },
  getAmisProductFilters: { input: ofProfile },
  updateAmisProduct: {
    input: onFirst('/amis/products', ({ version, isActive, vatReduction }) => ({
      version,
      name: 'Nồi cơm điện 1,8 lít',
      unit: 'Chiếc',
      kind: 'Thành phẩm',
      group: 'Nhóm thử',
      vatRate: '5',
      vatReduction: vatReduction === 'none' ? 'reduced' : 'none',
      salePrice: '123456.5',
      defaultWarehouseCode: 'KTHU',
      isActive: !isActive,
      note: 'đã xem',
    })),
  },
  uploadAmisProducts: {
    input: ofFile('amis-products', [{ code: 'MOI-01', name: 'Nồi mới', unit: 'Cái', isActive: true }]),
  },
  uploadPurchaseLedger: {
    input: ofFile('amis-purchase-ledger', [
      {
        accountingDate: '2026-09-30',
        documentDate: '2026-09-30',
        voucherNumber: 'NKMOI',
        productCode: 'MOI-01',
        productName: 'Nồi mới',
        unit: 'Cái',
        quantity: '7',
        unitPrice: '10000',
        amount: 70000,
      },
    ]),
  },
  getAmisPartner: { input: onFirst('/amis/partners') },
  listAmisPartners: { input: ofProfile },
  getAmisPartnerFilters: {
    input: ({ profileId }) => ({ query: { profileId, type: 'customer' } }),
  },
  updateAmisPartner: {
    input: onFirst('/amis/partners', ({ version, isOrganisation, isInternal, isActive }) => ({
      version,
      name: 'Công ty đổi tên',
      address: '2 Lê Lai, Hà Nội',
      taxCode: '0101243150',
      phone: '0900000009',
      email: 'ketoan@doi-ten.vn',
      idNumber: '079000000001',
      group: 'Nhóm thử',
      isOrganisation: !isOrganisation,
      isInternal: !isInternal,
      isActive: !isActive,
      note: 'đã xem',
    })),
  },
  uploadAmisPartners: {
    input: ofFile('amis-customers', [{ code: 'KHMOI', name: 'Khách mới', address: '1 Lê Lợi' }], { type: 'customer' }),
  },
  createProfile: {
    input: () => profile('THU'),
    after: (body, { notes }) => void notes.set('profile', (body as { id: string }).id),
  },
  listProfiles: {},
  getProfile: { input: onFirst('/amis/profiles') },
  updateProfile: {
    input: async ({ notes, read }) => ({
      params: { id: notes.get('profile')! },
      body: {
        version: (await read<{ version: number }>(`/amis/profiles/${notes.get('profile')}`)).version,
        code: 'THU2',
        name: 'Công ty thử lại',
        taxCode: '0101243150',
        address: '3 Lê Duẩn',
        invoiceForm: '2',
        invoiceSymbol: 'C26TAB',
        voucherPrefix: 'TH',
        defaultWarehouseCode: 'K1',
        excludedWarehouseCodes: ['K9'],
        accounts: { receivable: '1311', revenue: '5112', vat: '33312', cogs: '6321', inventory: '1562' },
        maxLinesPerInvoice: 77,
        lockedThrough: '2026-07-31',
        lastIssuedDate: '2026-08-31',
        logoUrl: 'https://khop.local/logo.png',
        exportLayout: 'REPORT_KH',
        isActive: false,
      },
    }),
  },
  getProfileWarehouses: { input: onFirst('/amis/profiles') },
  updateProfileWarehouses: {
    input: async ({ profileId, read }) => {
      const { version } = await read<{ version: number }>(`/amis/profiles/${profileId}/warehouses`);
      return { params: { id: profileId }, body: { version, items: [{ name: 'Kho Thử', code: 'KT' }] } };
    },
  },
  getProfileStats: { input: onFirst('/amis/profiles') },
  deleteProfile: { input: ({ notes }) => ({ params: { id: notes.get('profile')! } }) },
  listAmisPurchases: { input: ofProfile },
  getBravoItem: { input: onFirst('/bravo/items') },
  listBravoItems: {},
  getBravoItemFilters: {},
  getBravoPartner: { input: onFirst('/bravo/partners') },
  listBravoPartners: {},
  getBravoPartnerFilters: {},
  uploadInvoiceRequirements: {
    input: async ({ first, notes }) => {
      const { code } = await first<{ code: string }>('/bravo/partners?invoiceRequirement=required');
      notes.set('requirement', code);
      return {
        file: await workbookFile('invoice-requirements', [{ partnerCode: code, invoiceRequirement: 'not_required' }]),
      };
    },
  },
  updateSelectedInvoiceRequirement: {
    input: ({ notes }) => ({ body: { partnerCodes: [notes.get('requirement')!], invoiceRequirement: 'required' } }),
  },
  syncBravoPartners: {},
  syncBravoPartnersPartial: {},
  getBravoPartnersSyncStats: {},
  syncBravoItems: {},
  syncBravoItemsPartial: {},
  getBravoItemsSyncStats: {},
  storeSalesLedgers: {
    input: async (stage) => {
      await moveOnBravo(stage);
      return { body: { fromDate: '2026-09-01', toDate: '2026-09-02' } };
    },
    status: 202,
  },
  uploadBravoItems: {
    input: async () => ({
      file: await workbookFile('bravo-items', [
        { code: 'TAY-VT', name: 'Vật tư ngoài Bravo', unit: 'Cái', otherUnit: 'Thùng', otherRate: '24' },
      ]),
    }),
  },
  uploadBravoPartners: {
    input: async () => ({
      file: await workbookFile('bravo-partners', [{ code: 'TAY-DT', name: 'Khách ngoài Bravo', address: 'Huế' }]),
    }),
  },
  uploadGivenSales: {
    input: async ({ first }) => {
      const { code, unit } = await first<{ code: string; unit: string }>('/bravo/items');
      const sale = { docDate: '2026-11-02', docCode: 'HD', docNo: 'TAY-1', itemCode: code, unit };
      return { file: await workbookFile('bravo-sales', [{ ...sale, quantity: '1', amount: 1000 }]) };
    },
  },
  removeGivenSales: {
    input: async ({ first }) => {
      const { id } = await first<{ id: string }>('/bravo-sales-ledgers?source=given');
      return { body: { ids: [id], reason: 'nhập nhầm' } };
    },
  },
  retrieveSalesLedgers: { input: () => firstDays },
  listSalesLedgers: { input: () => firstDays },
} as const satisfies GoodCalls;
