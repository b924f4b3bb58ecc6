import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { workbookFile } from '../workbook-file.ts';
import { type GoodCalls, ofProfile, onFirst, type Sent, type Stage } from './stage.ts';

type Rows = readonly Row[] | ((stage: Stage) => Promise<readonly Row[]>);
const ofFile =
  (layout: LayoutName, rows: Rows, more: object = {}) =>
  async (stage: Stage): Promise<Sent> => ({
    body: { profileId: stage.profileId, ...more },
    file: await workbookFile(layout, typeof rows === 'function' ? await rows(stage) : rows),
  });
/** The fields of a record that a file states; blank ones as it leaves them. */
const stated = (record: Readonly<Record<string, unknown>>, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null])) as Row;
const known = (stage: Stage, list: string) => stage.first<Record<string, unknown>>(list);
/** A record of Bravo's in small letters and by another name. */
async function spelledOtherwise(stage: Stage, list: string): Promise<Row> {
  const { code, unit } = await known(stage, list);
  return { code: String(code).toLowerCase(), name: 'Tên khác', unit: String(unit ?? '') };
}
const NEW_POT = { code: 'MOI-01', name: 'Nồi mới', unit: 'Cái', isActive: true };
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
      vatReductionFrom: '2025-07-01',
      vatReductionTo: '2026-12-31',
      vatReductionSource: 'NĐ 174/2025/NĐ-CP',
      salePrice: '123456.5',
      defaultWarehouseCode: 'KTHU',
      isActive: !isActive,
      note: 'đã xem',
    })),
  },
  uploadAmisProducts: {
    // The second and third row are the first one's code again; each states only half of a warehouse. The last one is known.
    input: ofFile('amis-products', async (stage): Promise<Row[]> => {
      const product = await known(stage, `/amis/products?profileId=${stage.profileId}&sort=code`);
      const same = [
        'code',
        'name',
        'unit',
        'kind',
        'group',
        'salePrice',
        'quantityOnHand',
        'stockValue',
        'vatReduction',
      ];
      return [
        { ...NEW_POT, defaultWarehouseCode: 'KMOI', defaultWarehouseName: 'Kho mới' },
        { ...NEW_POT, code: 'moi-01', defaultWarehouseCode: 'KKHAC' },
        { ...NEW_POT, code: 'Moi-01', defaultWarehouseName: 'Kho khác' },
        { ...stated(product, same), isActive: true, note: 'theo tệp' },
      ];
    }),
  },
  uploadPurchaseLedger: {
    // A new line, and a known one with another invoice number; the lines of the days between them are no longer in the book.
    input: ofFile('amis-purchase-ledger', async (stage): Promise<Row[]> => {
      const line = await known(stage, `/amis/purchases?profileId=${stage.profileId}&sort=-accountingDate&offset=3`);
      const same = [
        'accountingDate',
        'voucherNumber',
        'productCode',
        'productName',
        'unit',
        'warehouseCode',
        'quantity',
      ];
      return [
        {
          accountingDate: '2026-09-30',
          documentDate: '2026-09-30',
          voucherNumber: 'NKMOI',
          productCode: 'MOI-01',
          productName: 'Nồi mới',
          unit: 'Cái',
          warehouseCode: 'KMUA',
          warehouseName: 'Kho mua',
          quantity: '7',
          unitPrice: '10000',
          amount: 70000,
        },
        {
          ...stated(line, [...same, 'unitPrice', 'amount']),
          documentDate: String(line.accountingDate),
          invoiceNumber: '00009999',
        },
      ];
    }),
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
      passport: 'C1234567',
      nationality: 'Nhật Bản',
      budgetCode: '1054321',
      group: 'Nhóm thử',
      isOrganisation: !isOrganisation,
      isInternal: !isInternal,
      isActive: !isActive,
      note: 'đã xem',
    })),
  },
  uploadAmisPartners: {
    input: ofFile(
      'amis-customers',
      async (stage): Promise<Row[]> => {
        const customer = await known(stage, `/amis/partners?profileId=${stage.profileId}&type=customer&sort=code`);
        const same = ['code', 'name', 'address', 'taxCode', 'group'];
        // Of the tax codes one has a wrong check digit, one is a person's own, and one is none at all.
        return [
          { code: 'KHMOI', name: 'Khách mới', address: '1 Lê Lợi' },
          { code: 'KH5-1', name: 'Khách sai số kiểm tra', taxCode: '0101243151' },
          { code: 'KH5-2', name: 'Khách lẻ', taxCode: '079000000001' },
          { code: 'KH5-3', name: 'Khách sai cách viết', taxCode: '12AB' },
          { ...stated(customer, same), phone: '0900 333 444' },
        ];
      },
      { type: 'customer' },
    ),
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
        chart: ['1311', '5112', '33312', '6321', '1562'],
        maxLinesPerInvoice: 77,
        lockedThrough: '2026-07-31',
        lastIssuedDate: '2026-08-31',
        saturdayIsWorking: true,
        followsSwaps: 'no',
        suspensions: [{ fromDate: '2026-11-01', toDate: '2026-11-05', notice: 'TB 15/TB-CT' }],
        logoUrl: 'https://khop.local/logo.png',
        exportLayout: 'amis-sales-voucher-short',
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
    // The second one is Bravo's own: Bravo's name holds.
    input: async (stage) => ({
      file: await workbookFile('bravo-items', [
        { code: 'TAY-VT', name: 'Vật tư ngoài Bravo', unit: 'Cái', otherUnit: 'Thùng', otherRate: '24' },
        await spelledOtherwise(stage, '/bravo/items?source=bravo&isActive=true&sort=code'),
      ]),
    }),
  },
  uploadBravoPartners: {
    input: async (stage) => ({
      file: await workbookFile('bravo-partners', [
        { code: 'TAY-DT', name: 'Khách ngoài Bravo', address: 'Huế' },
        await spelledOtherwise(stage, '/bravo/partners?source=bravo&isActive=true&sort=code'),
      ]),
    }),
  },
  uploadGivenSales: {
    // The others are of documents that Bravo has: one number that several branches gave, and one that only one did.
    input: async (stage) => {
      const { code, unit } = await stage.first<{ code: string; unit: string }>('/bravo/items');
      const sale = { itemCode: code, unit, quantity: '1', amount: 1000 };
      const { rows } = await stage.api.context.pool.query<{ docNo: string; docDate: string }>(
        `select lower(doc_no) as "docNo", min(doc_date)::text as "docDate" from sales_ledger_lines where source = 'bravo'
         group by doc_no, date_trunc('month', doc_date)
         order by count(distinct branch_code || doc_code), doc_no`,
      );
      return {
        file: await workbookFile('bravo-sales', [
          { ...sale, docDate: '2026-11-02', docCode: 'HD', docNo: 'TAY-1' },
          { ...sale, ...rows.at(-1)! },
          { ...sale, ...rows[0]! },
        ]),
      };
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
