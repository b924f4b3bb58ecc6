import { workbookFile } from '../workbook-file.ts';
import { type GoodCalls, ofProfile, onFirst, type Sent, type Stage } from './stage.ts';

const upload =
  (name: string, more: object = {}) =>
  async (stage: Stage): Promise<Sent> => {
    const [code] = [...stage.profiles.keys()];
    return { body: { profileId: stage.profileId, ...more }, file: await stage.sampleFile('amis', code!, name) };
  };
const profile = (code: string) => ({ body: { code, name: 'Công ty thử', taxCode: '' } });
const october = { query: { fromDate: '2026-10-01', toDate: '2026-10-02' } };

export const catalogueCalls = {
  getAmisProduct: { input: onFirst('/amis/products') },
  listAmisProducts: { input: ofProfile },
  getAmisProductFilters: { input: ofProfile },
  updateAmisProduct: { input: onFirst('/amis/products', ({ version }) => ({ version, note: 'đã xem' })) },
  uploadAmisProducts: { input: upload('HangHoa.xlsx') },
  uploadPurchaseLedger: { input: upload('SoMuaHang.xlsx') },
  getAmisPartner: { input: onFirst('/amis/partners') },
  listAmisPartners: { input: ofProfile },
  getAmisPartnerFilters: {
    input: ({ profileId }) => ({ query: { profileId, type: 'customer' } }),
  },
  updateAmisPartner: { input: onFirst('/amis/partners', ({ version }) => ({ version, note: 'đã xem' })) },
  uploadAmisPartners: { input: upload('KhachHang.xlsx', { type: 'customer' }) },
  createProfile: {
    input: () => profile('THU'),
    after: (body, { notes }) => void notes.set('profile', (body as { id: string }).id),
  },
  listProfiles: {},
  getProfile: { input: onFirst('/amis/profiles') },
  updateProfile: {
    input: onFirst('/amis/profiles?q=THU', ({ version }) => ({ version, name: 'Công ty thử lại' })),
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
    input: async ({ first }) => {
      const { code } = await first<{ code: string }>('/bravo/partners?invoiceRequirement=required');
      return {
        file: await workbookFile('invoice-requirements', [{ partnerCode: code, invoiceRequirement: 'required' }]),
      };
    },
  },
  updateSelectedInvoiceRequirement: {
    input: async ({ first }) => {
      const { code } = await first<{ code: string }>('/bravo/partners?invoiceRequirement=required');
      return { body: { partnerCodes: [code], invoiceRequirement: 'required' } };
    },
  },
  syncBravoPartners: {},
  syncBravoPartnersPartial: {},
  getBravoPartnersSyncStats: {},
  syncBravoItems: {},
  syncBravoItemsPartial: {},
  getBravoItemsSyncStats: {},
  storeSalesLedgers: { input: () => ({ body: october.query }), status: 202 },
  retrieveSalesLedgers: { input: () => october },
  listSalesLedgers: { input: () => october },
} as const satisfies GoodCalls;
