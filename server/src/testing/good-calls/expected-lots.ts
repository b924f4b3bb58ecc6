import type { SupplierItem } from '@khop/contract/expected-lots/supplier-items.ts';
import { type GoodCalls, ofProfile, type Sent, type Stage } from './stage.ts';

const BATCH = 'supplier item batch';

const itemsOf = async ({ read, profileId }: Stage): Promise<SupplierItem[]> =>
  (await read<{ items: SupplierItem[] }>(`/supplier-items?profileId=${profileId}&sort=name`)).items;

const nameOf = ({ supplierTaxCode, itemKey, unitKey }: SupplierItem) => ({ supplierTaxCode, itemKey, unitKey });

/** The first item is a product, the second nothing that is kept in stock; the third waits. */
async function decisions(stage: Stage): Promise<Sent> {
  const { profileId } = stage;
  const [goods, service] = await itemsOf(stage);
  const { id } = await stage.first(`/amis/products?profileId=${profileId}&sort=code`);
  const items = [
    { ...nameOf(goods!), productId: id, factor: '12' },
    { ...nameOf(service!), productId: null },
  ];
  return { body: { profileId, choice: { items } } };
}

/** Those of the purchase that the good call of tax invoices has brought. */
export const expectedLotCalls = {
  suggestSupplierItems: {
    input: async ({ api, profileId }) => {
      // They came by themselves after the upload.
      await api.context.pool.query('delete from supplier_item_suggestions');
      return { body: { profileId } };
    },
  },
  connectSupplierItems: {
    input: decisions,
    after: (answer, { notes }) => void notes.set(BATCH, (answer as { batchId: string }).batchId),
    otherBody: ({ profileId }) => ({ profileId, choice: { minScore: 0.9 } }),
  },
  listSupplierItems: { input: ofProfile },
  listExpectedLots: { input: (stage) => ({ query: { ...ofProfile(stage).query, totals: 'true' } }) },
  downloadExpectedLots: { input: ofProfile },
  disconnectSupplierItem: {
    input: async (stage) => {
      const service = (await itemsOf(stage)).find(({ state }) => state === 'not_stock');
      const { id, version } = service!.connection!;
      return { params: { id }, query: { version: String(version) } };
    },
  },
  undoSupplierItemBatch: { input: ({ notes }) => ({ params: { id: notes.get(BATCH)! } }) },
} as const satisfies GoodCalls;
