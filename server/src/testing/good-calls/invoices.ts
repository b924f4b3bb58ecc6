import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { type GoodCalls, onFirst, type Sent, type Stage } from './stage.ts';

const period = ({ periodId }: Stage): Sent => ({ params: { id: periodId } });
const under = (rest: string) => (stage: Stage) => `/invoice-issuance/periods/${stage.periodId}/${rest}`;
const drafts = under('amis-invoices?status=draft');
const upload =
  (name: string) =>
  async (stage: Stage): Promise<Sent> => {
    const [code] = [...stage.profiles.keys()];
    return {
      ...period(stage),
      body: { profileId: stage.profileId },
      file: await stage.sampleFile('amis', code!, name),
    };
  };

type Review = { profileId: string; entryKey: string };
const decided = async (stage: Stage, which: string): Promise<Review> => {
  const { profileId, entryKey } = await stage.first<Review>(under(`reviews?decided=${which}`)(stage));
  return { profileId, entryKey };
};
type Period = { version: number; profileIds: string[]; fromDate: string; toDate: string };
const theirPeriod = (stage: Stage) => stage.read<Period>(`/invoice-issuance/periods/${stage.periodId}`);

async function regenerate(stage: Stage, body: object): Promise<void> {
  const path = `/invoice-issuance/periods/${stage.periodId}/regenerate-invoices`;
  const answer = await stage.api.call<{ runId: string }>('POST', path, body);
  await stage.api.runEnd(answer.body.runId);
}
const preview = async (stage: Stage): Promise<Sent> => ({
  ...period(stage),
  body: { version: (await theirPeriod(stage)).version, preview: true },
});

export const invoiceCalls = {
  listPeriods: {},
  getCurrentPeriod: {},
  getPeriod: { input: period },
  loadBravoSales: { input: period },
  loadAmisInventory: { input: upload('TonKho.xlsx') },
  loadAmisSalesLedger: { input: upload('SoBanHang.xlsx') },
  stateSameMoment: {
    input: async (stage) => {
      const { byProfile } = await stage.read<PeriodStats>(under('stats')(stage));
      const { profileId, salesLedgerMadeAt } = byProfile.find(
        (one) => one.stockMadeAt! < one.salesLedgerMadeAt! && one.stockContainsLedgerAt === null,
      )!;
      return { ...period(stage), body: { profileId, salesLedgerMadeAt } };
    },
  },
  getPeriodPreflight: { input: period },
  generateInvoices: {
    // A branch that no profile may issue for yet holds up nothing of the others.
    input: async (stage) => {
      await stage.api.context.pool.query(
        `update invoice_periods set issuers = issuers || '{"CN-MOI": []}' where id = $1`,
        [stage.periodId],
      );
      return { ...period(stage), body: { version: (await theirPeriod(stage)).version } };
    },
  },
  getInvoiceGenerationStatus: { input: period },
  getSalesLedgerStatus: { input: period },
  getBravoSalesStatus: { input: period },
  getAmisInventoryStatus: { input: period },
  listReviews: { input: period },
  getEntryReview: {
    input: async (stage) => ({ ...period(stage), query: await decided(stage, 'false') }),
  },
  decideReviews: {
    input: async (stage) => ({
      ...period(stage),
      body: { decisions: [{ ...(await decided(stage, 'false')), line: null }] },
    }),
  },
  undoReviewDecisions: {
    input: async (stage) => ({ ...period(stage), body: { entries: [await decided(stage, 'true')] } }),
  },
  listPeriodSales: { input: period },
  getPeriodSale: { input: onFirst(under('invoice-bravo-sales')) },
  setLineExclusion: {
    // One that has no invoice, and one whose invoice has to change, which is none of those that later calls pin.
    input: async (stage) => {
      const sourceKeys: string[] = [];
      for (const coverage of ['uncovered', 'covered&offset=10']) {
        const { id } = await stage.first(under(`invoice-bravo-sales?coverage=${coverage}`)(stage));
        const sale = await stage.read<{ ledgerLines: { sourceKey: string }[] }>(
          `/invoice-issuance/invoice-bravo-sales/${encodeURIComponent(id)}`,
        );
        sourceKeys.push(sale.ledgerLines[0]!.sourceKey);
      }
      return { ...period(stage), body: { sourceKeys, reason: 'not_a_sale', note: 'hàng mẫu' } };
    },
  },
  setLineDays: {
    // A line of goods that has no invoice: its day moves nothing that later calls look at.
    input: async (stage) => {
      const sales = under('invoice-bravo-sales?coverage=excluded')(stage);
      const { id, docDate } = await stage.first<{ id: string; docDate: string }>(sales);
      const { ledgerLines } = await stage.read<{ ledgerLines: { sourceKey: string; kind: string }[] }>(
        `/invoice-issuance/invoice-bravo-sales/${encodeURIComponent(id)}`,
      );
      const { sourceKey } = ledgerLines.find(({ kind }) => kind === 'goods')!;
      const facts = { isExport: true, clearedOn: docDate };
      return { ...period(stage), body: { sourceKeys: [sourceKey], facts, evidence: 'tờ khai 307' } };
    },
  },
  regenerateInvoices: { input: preview },
  getRegeneration: { input: period },
  listRegenerationChanges: { input: period },
  applyRegeneration: { input: period },
  undoRegeneration: { input: period },
  discardRegeneration: {
    input: async (stage) => {
      await regenerate(stage, { preview: true });
      return period(stage);
    },
  },
  listAmisInvoices: { input: period },
  getAmisInvoice: { input: onFirst(drafts) },
  updateInvoicePin: { input: onFirst(drafts, ({ version }) => ({ version, pinned: true })) },
  reviewInvoices: {
    input: async (stage) => {
      const { id, version } = await stage.first<{ id: string; version: number }>(drafts(stage));
      return { ...period(stage), body: { invoices: [{ id, version }], reviewed: true } };
    },
  },
  listCustomerOptions: {
    input: async (stage) => {
      const { id, profileId } = await stage.first<{ id: string; profileId: string }>(drafts(stage));
      const { code } = await stage.first<{ code: string }>(
        `/amis/partners?profileId=${profileId}&type=customer&isActive=true`,
      );
      return { params: { id }, query: { q: code } };
    },
  },
  updateInvoiceCustomer: {
    input: async (stage) => {
      const invoice = await stage.first<{ id: string; version: number; profileId: string }>(drafts(stage));
      const customer = await stage.first(`/amis/partners?profileId=${invoice.profileId}&type=customer&isActive=true`);
      return {
        params: { id: invoice.id },
        body: { version: invoice.version, customerId: customer.id, reason: 'khách đề nghị' },
      };
    },
  },
  listAllocations: {
    input: async (stage) => {
      const { id } = await stage.first(drafts(stage));
      const invoice = await stage.read<{ items: { id: string }[] }>(`/invoice-issuance/amis-invoices/${id}`);
      return { params: { id: invoice.items[0]!.id } };
    },
  },
  getPeriodStats: { input: period },
  listFindingRecords: { input: (stage) => ({ params: { ...period(stage).params, key: 'RULE_NOT_CONFIRMED' } }) },
  listShortages: { input: period },
  listShortageGroups: { input: period },
  getPurchaseNeeds: { input: period },
  getStockCauses: { input: period },
  getPeriodRuleChanges: { input: (stage) => ({ ...period(stage), query: { on: '2027-01-01' } }) },
  downloadPurchaseNeeds: { input: period },
  downloadRuleChanges: { input: (stage) => ({ ...period(stage), query: { on: '2027-01-01' } }) },
  downloadExcel: {
    input: async (stage) => {
      await regenerate(stage, {});
      return { ...period(stage), body: {} };
    },
    otherBody: ({ profileId }) => ({ profileIds: [profileId] }),
  },
  takeBackInvoices: {
    // An invoice of the whole month that AMIS does not show, and a ledger that was made after the files left.
    input: async (stage) => {
      const { pool } = stage.api.context;
      await pool.query(
        `update period_loads set made_at = now() + interval '1 hour' where period_id = $1 and kind = 'sales_ledger'`,
        [stage.periodId],
      );
      const exported = under('amis-invoices?status=exported&sort=voucherNumber')(stage);
      const { id, version } = await stage.first<{ id: string; version: number }>(exported);
      return { ...period(stage), body: { invoices: [{ id, version }], reason: 'tệp chưa nhập vào AMIS' } };
    },
  },
  updatePeriod: {
    // A month that has left whole.
    input: async (stage) => {
      await stage.api.context.pool.query(
        "update invoices set status = 'exported', handed_over_at = now() where period_id = $1 and status = 'draft'",
        [stage.periodId],
      );
      const { version } = await theirPeriod(stage);
      return { ...period(stage), body: { version, status: 'closed', acknowledgement: 'đã báo giám đốc' } };
    },
    asAdmin: true,
  },
  createPeriod: {
    input: async (stage) => {
      const { profileIds } = await theirPeriod(stage);
      const days = { fromDate: '2026-11-01', toDate: '2026-11-30' };
      const bases = [{ branch: 'CN01', profileId: profileIds[0]!, kind: 'own' as const, fromDate: '2026-01-01' }];
      return { body: { name: 'Tháng 11', ...days, profileIds, bases } };
    },
    after: (body, { notes }) => void notes.set('period', (body as { id: string }).id),
  },
  deletePeriod: { input: ({ notes }) => ({ params: { id: notes.get('period')! } }) },
} as const satisfies GoodCalls;
