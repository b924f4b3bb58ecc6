import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import type { Period } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RunProgress } from '../../../ui/run-progress.tsx';
import { Banner } from '../../../ui/states.tsx';
import { ExportDialog } from '../actions/export-dialog.tsx';
import { type DayCell, daysToDo, losing } from './days.ts';
import { useHandOver } from './use-hand-over.ts';

/**
 * One action for all days up to one: reads Bravo's sales again, plans the invoices of those days, and hands them over.
 * What cannot be invoiced stays on the board, with its reason.
 */
export function HandOverDialog({
  period,
  days,
  today,
  first,
  onClose,
}: {
  period: Period;
  days: readonly DayCell[];
  today: string;
  /** The day that is chosen at first. */
  first: string;
  onClose: () => void;
}) {
  const [through, setThrough] = useState(first);
  const [readsSales, setReadsSales] = useState(true);
  const stats = useCall('getPeriodStats', { params: { id: period.id } });
  const work = useHandOver(period, through);
  const choices = [...new Set([...daysToDo(days, today), first])].toSorted();
  const lost = losing(days, through, today);
  if (work.stage === 'planned' && stats.data) {
    const { draft = 0, exported = 0 } = stats.data.byStatus;
    if (draft + exported > 0) return <ExportDialog period={period} stats={stats.data} onClose={onClose} />;
  }
  const isPlanned = work.stage === 'planned';
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isPlanned ? 'Không có hóa đơn nào để giao' : `Lập và bàn giao đến ${formatDay(through)}`}
      footer={
        <>
          <Button onClick={onClose}>{isPlanned ? strings.common.close : strings.common.cancel}</Button>
          {isPlanned ? null : (
            <Button variant="primary" busy={work.busy} onClick={() => void work.start(readsSales)}>
              Lập hóa đơn
            </Button>
          )}
        </>
      }
    >
      {isPlanned ? (
        <p className="m-0">
          Mọi phần bán đến {formatDay(through)} đã được giao, hoặc đang chờ với lý do ghi trên bảng.
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <Select
            label="Đến hết ngày bán"
            value={through}
            onChange={setThrough}
            options={choices.map((day) => ({ value: day, label: formatDay(day) }))}
          />
          {lost.length > 0 ? (
            <Banner tone="warning">
              Phần đã trễ mang ngày {formatDay(today)}; sau đó ngày {lost.map(formatDay).join(', ')} không giữ được ngày
              bán nữa. Bàn giao cùng lúc đến {formatDay(lost.at(-1)!)} thì giữ được.
            </Banner>
          ) : null}
          <Checkbox label="Nạp lại sổ bán hàng Bravo trước" checked={readsSales} onChange={setReadsSales} />
          <Reports stats={stats.data} />
          {work.refused ? <Banner tone="error">{work.refused}</Banner> : null}
          {work.sales ? <RunProgress run={work.sales} name="Nạp sổ bán hàng Bravo" /> : null}
          {work.generation ? <RunProgress run={work.generation} name="Lập hóa đơn" /> : null}
          <p className="m-0 text-small text-ink-2">
            Hóa đơn đã giao giữ nguyên. Phần chưa lập được vẫn ở lại bảng, kèm lý do và hạn ký.
          </p>
        </div>
      )}
    </Dialog>
  );
}

/** The reports of AMIS that the plan will draw from: files are exported there by hand, so their age is shown. */
function Reports({ stats }: { stats: ReturnType<typeof useCall<'getPeriodStats'>>['data'] }) {
  if (!stats) return null;
  return (
    <div className="text-grid">
      <p className="m-0 font-medium">Báo cáo AMIS đang dùng</p>
      <ul className="m-0 list-none p-0 text-ink-2">
        {stats.byProfile.map(({ profileId, code, stockMadeAt, salesLedgerMadeAt }) => (
          <li key={profileId}>
            {code}: tồn kho {stockMadeAt ? formatInstant(stockMadeAt) : 'chưa nạp'}, sổ bán hàng{' '}
            {salesLedgerMadeAt ? formatInstant(salesLedgerMadeAt) : 'chưa nạp'}
          </li>
        ))}
      </ul>
      <TextLink to={paths.uploads()}>Nạp báo cáo mới hơn</TextLink>
    </div>
  );
}
