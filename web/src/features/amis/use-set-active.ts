import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useAction } from '../../api/query.ts';
import { inParallel } from '../../shared/parallel.ts';
import { formatCount } from '../../ui/format/number.ts';
import type { BulkContext } from '../../ui/grid/grid-props.ts';
import type { GridSource } from '../../ui/grid/types.ts';
import { toast } from '../../ui/overlays/toast.tsx';

type Row = { id: string; version: number; isActive: boolean };
type Change = { rows: readonly Row[]; isActive: boolean };

/** Follows chosen records or stops following them, as one change that can be undone. */
export function useSetActive(operation: 'updateAmisProduct' | 'updateAmisPartner') {
  const product = operation === 'updateAmisProduct';
  const action = useAction(
    async ({ rows, isActive }: Change) => {
      const done: Row[] = [];
      let refused = 0;
      let why = '';
      await inParallel(rows, async ({ id, version }) => {
        try {
          done.push(await call(operation, { params: { id }, body: { version, isActive } }));
        } catch (error) {
          refused += 1;
          why = errorMessage(error);
        }
      });
      return { done, refused, why };
    },
    {
      invalidates: product ? ['listAmisProducts', 'getAmisProduct'] : ['listAmisPartners', 'getAmisPartner'],
      onSuccess: ({ done, refused, why }, { isActive }) => {
        if (refused > 0) toast.error(`Không sửa được ${formatCount(refused)} dòng.`, { description: why });
        if (done.length === 0) return;
        toast.undo(`${isActive ? 'Đã dùng lại' : 'Đã ngừng dùng'} ${formatCount(done.length)} dòng.`, () =>
          action.mutate({ rows: done, isActive: !isActive }),
        );
      },
    },
  );
  return {
    busy: action.isPending,
    /** Changes the chosen rows that are not so already. */
    apply: async <R extends Row>(source: GridSource<R>, { resolve, clear }: BulkContext, isActive: boolean) => {
      const keys = new Set(await resolve());
      const rows: R[] = [];
      for await (const part of source.all()) {
        rows.push(...part.filter((row) => keys.has(row.id) && row.isActive !== isActive));
      }
      clear();
      if (rows.length > 0) action.mutate({ rows, isActive });
      else toast.info('Các dòng đã chọn đều ở trạng thái này rồi.');
    },
  };
}
