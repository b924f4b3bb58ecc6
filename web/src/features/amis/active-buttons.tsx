import { errorMessage } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import type { BulkContext } from '../../ui/grid/grid-props.ts';
import type { GridSource } from '../../ui/grid/types.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { useSetActive } from './use-set-active.ts';

/** The actions on chosen products, customers or suppliers. */
export function ActiveButtons<Row extends { id: string; version: number; isActive: boolean }>({
  operation,
  source,
  context,
}: {
  operation: 'updateAmisProduct' | 'updateAmisPartner';
  source: GridSource<Row>;
  context: BulkContext;
}) {
  const { busy, apply } = useSetActive(operation);
  const set = (isActive: boolean) =>
    void apply(source, context, isActive).catch((error: unknown) => toast.error(errorMessage(error)));
  return (
    <>
      <Button size="sm" disabled={busy} onClick={() => set(true)}>
        Theo dõi lại
      </Button>
      <Button size="sm" disabled={busy} onClick={() => set(false)}>
        Ngừng dùng
      </Button>
    </>
  );
}
