import { sharedInventoryCan } from '@khop/engine/shared-inventory/period-can.ts';
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { UploadDialog } from '../../shared/upload-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { formatDay, today } from '../../ui/format/time.ts';
import { FilterSelect } from '../../ui/select.tsx';
import { monthsFrom, monthText, STATUSES } from './terms.ts';
import { changedBy, type Month } from './use-month.ts';

const MONTHS_BACK = 24;

/** Chooses the month; the ones of the last two years, and the one of the address when it is older. */
export function MonthPicker({ month, setMonth }: Pick<Month, 'month' | 'setMonth'>) {
  const now = today().slice(0, 7);
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => monthsFrom(now, -back));
  const options = [...new Set([...months, month])].map((value) => ({ value, label: monthText(value) }));
  return (
    <FilterSelect
      label="Tháng"
      value={month}
      allLabel="Mới nhất"
      onChange={(value) => setMonth(value || undefined)}
      options={options}
    />
  );
}

/** Where the period stands: its status, and from when each side's stock is. */
export function MonthFacts({ period }: Pick<Month, 'period'>) {
  if (!period) return null;
  const { name, tone } = STATUSES[period.status];
  const stock = (day: string | null) => (day ? `tồn đến ${formatDay(day)}` : 'chưa nạp');
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <Chip tone={tone} icon={period.status === 'locked' ? <Lock aria-hidden /> : false}>
        {name}
      </Chip>
      <span>AMIS: {stock(period.amisAsOf)}</span>
      <span>Bravo: {stock(period.bravoAsOf)}</span>
    </span>
  );
}

/** The moves that the period's status allows; the next one stands out. */
export function MonthMoves({ month: of }: { month: Month }) {
  const { period, month, profileId, loadBravo, generate, move } = of;
  const { admin } = useSession();
  const [uploading, setUploading] = useState(false);
  if (!period) return null;
  const busy = loadBravo.busy || generate.busy || move.isPending;
  const { status, version } = period;
  if (status === 'locked') {
    return (
      <Button
        icon={<LockOpen aria-hidden />}
        busy={move.isPending}
        disabled={!admin || !sharedInventoryCan.unlock(period)}
        title={admin ? undefined : 'Chỉ quản trị viên mở khóa được kỳ.'}
        onClick={() => move.mutate({ status: 'generated', version })}
      >
        Mở khóa
      </Button>
    );
  }
  const next = !period.amisLoadedAt
    ? 'amis'
    : !period.bravoLoadedAt
      ? 'bravo'
      : status === 'loaded'
        ? 'generate'
        : 'lock';
  const variant = (step: typeof next) => (step === next ? 'primary' : 'secondary');
  return (
    <>
      <Button variant={variant('amis')} disabled={busy} onClick={() => setUploading(true)}>
        Nạp tồn kho AMIS
      </Button>
      <Button variant={variant('bravo')} busy={loadBravo.busy} disabled={busy} onClick={() => void loadBravo.start()}>
        Nạp tồn kho Bravo
      </Button>
      <Button
        variant={variant('generate')}
        busy={generate.busy}
        disabled={busy || !sharedInventoryCan.generate(period)}
        onClick={() => void generate.start()}
      >
        Sinh kho dùng chung
      </Button>
      <Button
        variant={variant('lock')}
        icon={<Lock aria-hidden />}
        busy={move.isPending}
        disabled={busy || !sharedInventoryCan.lock(period)}
        onClick={() => move.mutate({ status: 'locked', version })}
      >
        Khóa kỳ
      </Button>
      {uploading ? (
        <UploadDialog
          title={`Nạp tồn kho AMIS tháng ${monthText(month)}`}
          hint="Tệp Excel xuất từ AMIS: Báo cáo › Tổng hợp tồn kho, đến ngày cuối tháng. Giữ nguyên tệp. Kho loại trừ của hồ sơ được bỏ ra khi sinh."
          operation="loadSharedAmisInventory"
          input={{ query: { profileId, month } }}
          invalidates={changedBy}
          onClose={() => setUploading(false)}
        />
      ) : null}
    </>
  );
}
