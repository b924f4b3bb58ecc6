import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import {
  type BravoItemRecord,
  type BravoPartnerRecord,
  type BravoSource,
  type BravoStockRecord,
  BravoUnavailable,
} from '../adapters/bravo/port.ts';

/** A Bravo that a test fills, changes and cuts off. Keeps the port's promises on order and boundaries. */
export type MemoryBravo = { -readonly [K in keyof BravoSource]: BravoSource[K] } & {
  itemRecords: BravoItemRecord[];
  partnerRecords: BravoPartnerRecord[];
  salesLines: SalesLine[];
  stockRecords: BravoStockRecord[];
  isDown: boolean;
  /** Called before every batch. */
  beforeBatch: () => Promise<void> | void;
};

export function memoryBravo(batchSize = 100): MemoryBravo {
  async function* serve<T>(records: readonly T[], signal: AbortSignal | undefined): AsyncGenerator<readonly T[]> {
    for (let at = 0; at < records.length; at += batchSize) {
      await bravo.beforeBatch();
      signal?.throwIfAborted();
      answer();
      yield records.slice(at, at + batchSize);
    }
    answer();
  }
  const answer = () => {
    if (bravo.isDown) throw new BravoUnavailable('máy chủ không trả lời');
  };
  const masters = <T extends { code: string; modifiedAt: string }>(records: readonly T[], since = ''): T[] =>
    records
      .filter((record) => record.modifiedAt >= since)
      .sort((a, b) => `${a.modifiedAt} ${a.code}`.localeCompare(`${b.modifiedAt} ${b.code}`, 'en'));

  const bravo: MemoryBravo = {
    itemRecords: [],
    partnerRecords: [],
    salesLines: [],
    stockRecords: [],
    isDown: false,
    beforeBatch: () => {},
    items: ({ modifiedSince, signal }) => serve(masters(bravo.itemRecords, modifiedSince), signal),
    partners: ({ modifiedSince, signal }) => serve(masters(bravo.partnerRecords, modifiedSince), signal),
    sales: ({ fromDate, toDate, branchCode, signal }) =>
      serve(
        bravo.salesLines
          .filter((line) => line.docDate >= fromDate && line.docDate <= toDate)
          .filter((line) => branchCode === undefined || line.branchCode === branchCode)
          .sort((a, b) => `${a.docDate} ${a.docNo} ${a.id}`.localeCompare(`${b.docDate} ${b.docNo} ${b.id}`, 'en')),
        signal,
      ),
    stock: ({ asOf, signal }) =>
      serve(
        bravo.stockRecords.filter((record) => record.asOf === asOf),
        signal,
      ),
    ping: async () => answer(),
    close: async () => {},
  };
  return bravo;
}

export const bravoItem = (code: string, more: Partial<BravoItemRecord> = {}): BravoItemRecord => ({
  code,
  name: `Vật tư ${code}`,
  unit: 'Cái',
  units: [{ unit: 'Cái', rate: '1' }],
  group: 'NHOM',
  type: 'HH',
  isActive: true,
  modifiedAt: '2026-09-01T00:00:00.000Z',
  ...more,
});

export const bravoPartner = (code: string, more: Partial<BravoPartnerRecord> = {}): BravoPartnerRecord => ({
  code,
  name: `Đối tượng ${code}`,
  address: 'Hà Nội',
  taxCode: '',
  phone: '',
  email: '',
  type: 'KH',
  isActive: true,
  modifiedAt: '2026-09-01T00:00:00.000Z',
  ...more,
});

export const bravoSale = (id: string, more: Partial<SalesLine> = {}): SalesLine => ({
  id,
  branchCode: 'CN01',
  docCode: 'HD',
  docNo: 'HD-001',
  docDate: '2026-09-01',
  docStatus: '1',
  partnerCode: 'KH1',
  itemCode: 'VT1',
  itemName: 'Nồi cơm điện',
  unit: 'Cái',
  quantity: 2_000_000n,
  baseQuantity: 2_000_000n,
  convertRate: '1',
  unitPrice: '50000',
  amount: 100_000,
  discount: 0,
  vatRate: '8',
  vatAmount: 8_000,
  warehouseCode: 'K01',
  kind: 'goods',
  description: '',
  ...more,
});
