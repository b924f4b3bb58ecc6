import type { Run } from '../../api/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';
import { usePeriod } from '../period.tsx';
import { OpenTextQuestion } from './date-order.tsx';
import { type ImportTarget, importTargetOf } from './import-targets.ts';
import { isMappable, MapByHand } from './map-by-hand.tsx';
import type { Said } from './said.ts';
import { WarehouseForm } from './warehouse-form.tsx';

/**
 * The help for a file that was refused, without choosing it again: the codes of its warehouses, the order of its days
 * and months, its columns, or the place where it belongs.
 */
export function UploadHelp({
  run,
  profileId,
  onAgain,
  onMove,
  onSaid,
  onLeave,
}: {
  run: Run;
  profileId: string | undefined;
  onAgain: () => void;
  onMove: (target: ImportTarget) => void;
  onSaid: (said: Said) => void;
  /** Called before another page is opened. */
  onLeave?: () => void;
}) {
  if (run.errorCode === 'DATE_ORDER_UNKNOWN' || run.errorCode === 'DECIMAL_SIGN_UNKNOWN')
    return (
      <>
        <OpenTextQuestion run={run} onAnswer={onSaid} />
        <div>
          <MapByHand run={run} onLeave={onLeave} />
        </div>
      </>
    );
  if (isMappable(run))
    return (
      <Banner action={<MapByHand run={run} onLeave={onLeave} />}>
        {run.errorCode === 'SHEETS_UNCLEAR'
          ? 'Dữ liệu cũ còn nguyên, và tệp được giữ một ngày. Hãy mở tệp ra xem và chọn trang tính cần nạp.'
          : 'Dữ liệu cũ còn nguyên, và tệp được giữ một ngày. Nếu đúng là tệp cần nạp, hãy chọn cột nào là gì; Khớp ghi nhớ cho lần sau.'}
      </Banner>
    );
  if (run.errorCode === 'WAREHOUSE_UNKNOWN' && profileId !== undefined)
    return <WarehouseForm profileId={profileId} names={namesOf(run)} action="Ghi nhớ và nạp lại" onSaved={onAgain} />;
  const layout = (run.result as { found?: unknown } | null)?.found;
  if (run.errorCode === 'WRONG_LAYOUT' && typeof layout === 'string')
    return <Move layout={layout} profileId={profileId} onMove={onMove} />;
  // The file is right as it is: it was dropped at another entity.
  if (run.errorCode === 'WRONG_PROFILE')
    return <Banner>Dữ liệu cũ còn nguyên. Hãy mở hồ sơ ấy rồi tải tệp ở đó.</Banner>;
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
