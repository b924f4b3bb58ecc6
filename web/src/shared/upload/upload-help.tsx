import type { Run } from '../../api/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';
import { usePeriod } from '../period.tsx';
import { type DateOrder, DateOrderQuestion } from './date-order.tsx';
import { type ImportTarget, importTargetOf } from './import-targets.ts';
import { WarehouseForm } from './warehouse-form.tsx';

/**
 * The help for a file that was refused, without choosing it again: the codes of its warehouses, the order of its days
 * and months, or the place where it belongs.
 */
export function UploadHelp({
  run,
  profileId,
  onAgain,
  onMove,
  onOrder,
}: {
  run: Run;
  profileId: string | undefined;
  onAgain: () => void;
  onMove: (target: ImportTarget) => void;
  onOrder: (order: DateOrder) => void;
}) {
  if (run.errorCode === 'DATE_ORDER_UNKNOWN') return <DateOrderQuestion run={run} onAnswer={onOrder} />;
  if (run.errorCode === 'WAREHOUSE_UNKNOWN' && profileId !== undefined)
    return <WarehouseForm profileId={profileId} names={namesOf(run)} action="Ghi nhớ và nạp lại" onSaved={onAgain} />;
  const layout = (run.result as { found?: unknown } | null)?.found;
  if (run.errorCode === 'WRONG_LAYOUT' && typeof layout === 'string')
    return <Move layout={layout} profileId={profileId} onMove={onMove} />;
  return <Banner>Dữ liệu cũ còn nguyên. Hãy sửa tệp rồi tải lên lại.</Banner>;
}

function namesOf({ result }: Run): readonly string[] {
  const names = (result as { names?: unknown } | null)?.names;
  return Array.isArray(names) ? names.map(String) : [];
}

function Move({
  layout,
  profileId,
  onMove,
}: {
  layout: string;
  profileId: string | undefined;
  onMove: (target: ImportTarget) => void;
}) {
  const { period } = usePeriod();
  const target = importTargetOf(layout, { profileId, periodId: period?.status === 'closed' ? undefined : period?.id });
  return (
    <Banner
      action={
        target ? (
          <Button size="sm" variant="primary" onClick={() => onMove(target)}>
            {target.title}
          </Button>
        ) : undefined
      }
    >
      {target
        ? 'Dữ liệu cũ còn nguyên. Tệp này có chỗ của nó, không cần chọn lại:'
        : 'Dữ liệu cũ còn nguyên. Hãy tải tệp lên đúng mục của nó.'}
    </Banner>
  );
}
