import { sheetFile } from '../workbook-file.ts';
import type { GoodCalls, Sent, Stage } from './stage.ts';

const columns = ['voucherNumber', 'documentDate', 'productCode', 'quantity', 'amount'];
const document = { sheetName: 'Phiếu', columns: columns.map((field) => ({ header: field, field })) };
const own = async (stage: Stage): Promise<{ id: string; version: number }> => {
  const { items } = await stage.read<{ items: { id: string | null; version: number }[] }>(
    '/invoice-issuance/export-layouts',
  );
  const { id, version } = items.find((layout) => layout.id !== null)!;
  return { id: id!, version };
};

export const layoutCalls = {
  listExportLayouts: {},
  previewExportLayout: { input: () => ({ body: { document } }), notKept: 'it writes nothing' },
  sampleExportLayout: {
    input: async () => ({
      body: {},
      file: await sheetFile([
        ['Số chứng từ', 'Mã hàng', 'Ca bán'],
        ['BH1', 'A', 'sáng'],
      ]),
    }),
    notKept: 'it writes nothing',
  },
  createExportLayout: { input: () => ({ body: { code: 'mau-rieng', name: 'Mẫu riêng', document } }) },
  updateExportLayout: {
    input: async (stage): Promise<Sent> => {
      const { id, version } = await own(stage);
      return { params: { id }, body: { version, name: 'Mẫu mới' } };
    },
  },
  deleteExportLayout: { input: async (stage): Promise<Sent> => ({ params: { id: (await own(stage)).id } }) },
  listAmisEntries: { input: ({ periodId }) => ({ params: { id: periodId } }) },
  listReconciliation: { input: ({ periodId }) => ({ params: { id: periodId } }) },
  listReconciliationParts: { input: ({ periodId }) => ({ params: { id: periodId } }) },
  getVatTieOut: { input: ({ periodId }) => ({ params: { id: periodId } }) },
  listVatDifferences: { input: ({ periodId }) => ({ params: { id: periodId } }) },
  getVatReturn: { input: ({ periodId }) => ({ params: { id: periodId } }) },
  listVatReturnInvoices: { input: ({ periodId }) => ({ params: { id: periodId } }) },
} as const satisfies GoodCalls;
