import { useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { CHANGED, keyOf, type SupplierItem } from './supplier-item.ts';

type Decision = { readonly item: SupplierItem; readonly productId: string | null; readonly factor: string | null };

const sent = ({ item, productId, factor }: Decision) => ({
  ...keyOf(item),
  productId,
  ...(factor !== null && { factor }),
  ...(item.connection && { version: item.connection.version }),
});

/** Decisions about items of suppliers, and taking the last one back. */
export function useDecisions(profileId: string) {
  const batches = useRef<string[]>([]);
  const [canUndo, setCanUndo] = useState(false);
  const remember = (batchId: string | null) => {
    if (batchId !== null) batches.current.push(batchId);
    setCanUndo(batches.current.length > 0);
  };
  const undoBatch = useAction((id: string) => call('undoSupplierItemBatch', { params: { id } }), {
    invalidates: CHANGED,
    onSuccess: ({ undone, kept }) =>
      toast.info(
        kept > 0
          ? `Đã bỏ ${formatCount(undone)} liên kết, giữ ${formatCount(kept)} liên kết đã sửa sau đó.`
          : `Đã bỏ ${formatCount(undone)} liên kết.`,
      ),
  });
  const undo = () => {
    const last = batches.current.pop();
    setCanUndo(batches.current.length > 0);
    if (last !== undefined) undoBatch.mutate(last);
  };
  const decide = useAction(
    (decision: Decision) => call('connectSupplierItems', { body: { profileId, choice: { items: [sent(decision)] } } }),
    {
      invalidates: CHANGED,
      onSuccess: ({ batchId }, { item, productId }) => {
        remember(batchId);
        if (batchId === null) toast.success(`Đã sửa liên kết của ${item.name}.`);
        else toast.undo(productId === null ? `${item.name}: không phải hàng tồn kho.` : `Đã nối ${item.name}.`, undo);
      },
    },
  );
  const acceptAll = useAction(
    (minScore: number) => call('connectSupplierItems', { body: { profileId, choice: { minScore } } }),
    {
      invalidates: CHANGED,
      onSuccess: ({ batchId, connected }) => {
        remember(batchId);
        if (batchId === null) toast.info('Không có mặt hàng nào đủ chắc ở mức điểm này.');
        else toast.undo(`Đã nối ${formatCount(connected)} mặt hàng.`, undo);
      },
    },
  );
  const disconnect = useAction(
    (item: SupplierItem) =>
      call('disconnectSupplierItem', {
        params: { id: item.connection!.id },
        query: { version: item.connection!.version },
      }),
    {
      invalidates: CHANGED,
      onSuccess: (_, item) =>
        toast.undo(`Đã bỏ liên kết của ${item.name}.`, () => {
          const { product, factor } = item.connection!;
          decide.mutate({ item: { ...item, connection: null }, productId: product?.id ?? null, factor });
        }),
    },
  );
  return { decide, acceptAll, disconnect, undo, canUndo };
}
