import { call } from '../../api/client.ts';
import { ApiError, errorMessage } from '../../api/errors.ts';
import { useAction } from '../../api/query.ts';
import { inParallel } from '../../shared/parallel.ts';
import { formatCount } from '../../ui/format/number.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import type { Connection } from './columns.tsx';
import { changedBy, type Kind } from './kinds.ts';
import { recreated } from './recreated.ts';

/** Removes connections at once and offers to make them again. */
export function useDisconnect(kind: Kind) {
  const invalidates = [...changedBy(kind), kind.suggestions];
  const restore = useAction(
    (connections: readonly Connection[]) =>
      call(kind.createBulk, { body: { items: connections.map(recreated) } } as never) as Promise<{
        created: number;
        refused: number;
      }>,
    {
      invalidates,
      onSuccess: ({ created, refused }) => {
        if (refused > 0) toast.warning(`Đã nối lại ${formatCount(created)}, không nối được ${formatCount(refused)}.`);
        else toast.success(`Đã nối lại ${formatCount(created)} liên kết.`);
      },
    },
  );
  return useAction(
    async (connections: readonly Connection[]) => {
      const removed: Connection[] = [];
      let gone = 0;
      let refusal: unknown;
      await inParallel(connections, async (connection) => {
        try {
          await call(kind.remove, { params: { id: connection.id }, query: { version: connection.version } });
          removed.push(connection);
        } catch (error) {
          // Gone already: a colleague was faster.
          if (error instanceof ApiError && error.status === 404) gone += 1;
          else refusal = error;
        }
      });
      if (removed.length === 0 && refusal) throw refusal;
      return { removed, gone, left: connections.length - removed.length - gone, refusal };
    },
    {
      invalidates,
      onSuccess: ({ removed, gone, left, refusal }) => {
        if (gone > 0) toast.warning(`${formatCount(gone)} liên kết đã được người khác bỏ trước đó.`);
        if (left > 0) toast.error(`Không bỏ được ${formatCount(left)} liên kết. ${errorMessage(refusal)}`);
        const [only] = removed;
        if (!only) return;
        const what =
          removed.length === 1 ? `${only.amisCode} ↔ ${only.bravoCode}` : `${formatCount(removed.length)} liên kết`;
        toast.undo(`Đã bỏ ${what}. Chấp nhận hàng loạt sẽ chừa ra.`, () => restore.mutate(removed));
      },
    },
  );
}
