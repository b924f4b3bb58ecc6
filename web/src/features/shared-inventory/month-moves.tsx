import { type SharedInventoryAction, sharedInventoryCan } from '@khop/engine/shared-inventory/period-can.ts';
import { History, Lock, LockOpen } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useCommands } from '../../page/commands.ts';
import { HistoryList } from '../../shared/records/history-list.tsx';
import { UploadDialog } from '../../shared/upload/upload-dialog.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Drawer } from '../../ui/overlays/dialog.tsx';
import { monthText, PERIOD_LABELS, type Period, STATUSES } from './terms.ts';
import { changedBy, type Month } from './use-month.ts';

/** The history of the period: the person and the time of each opening, loading, generation, lock and unlock. */
function MonthHistory({ period, onClose }: { period: Period; onClose: () => void }) {
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Lịch sử kỳ tháng ${monthText(period.month)}`}
    >
      <HistoryList
        entity="shared-inventory"
        entityId={period.id}
        labels={PERIOD_LABELS}
        words={{ status: STATUS_NAMES }}
      />
    </Drawer>
  );
}

const STATUS_NAMES = Object.fromEntries(Object.entries(STATUSES).map(([status, { name }]) => [status, name]));

/** The moves that the period's status allows, each also in the command palette; the next one is drawn most strongly. */
export function MonthMoves({ month: of }: { month: Month }) {
  const { period, month, profileId, loadBravo, generate, move } = of;
  const { admin } = useSession();
  const [open, setOpen] = useState<'upload' | 'history'>();
  const close = () => setOpen(undefined);
  const busy = loadBravo.busy || generate.busy || move.isPending;
  const may = (action: SharedInventoryAction) => period !== undefined && !busy && sharedInventoryCan[action](period);
  const moves: readonly Move[] =
    period?.status === 'locked'
      ? [
          {
            id: 'unlock',
            label: 'Mở khóa',
            icon: <LockOpen aria-hidden />,
            busy: move.isPending,
            may: admin && may('unlock'),
            ...(!admin && { why: 'Chỉ quản trị viên mở khóa được kỳ.' }),
            run: () => move.mutate({ status: 'generated', version: period.version }),
          },
        ]
      : [
          { id: 'amis', label: 'Nạp tồn kho AMIS', may: may('load'), run: () => setOpen('upload') },
          {
            id: 'bravo',
            label: 'Nạp tồn kho Bravo',
            busy: loadBravo.busy,
            may: may('load'),
            run: () => void loadBravo.start(),
          },
          {
            id: 'generate',
            label: 'Sinh kho dùng chung',
            busy: generate.busy,
            may: may('generate'),
            run: () => void generate.start(),
          },
          {
            id: 'lock',
            label: 'Khóa kỳ',
            icon: <Lock aria-hidden />,
            busy: move.isPending,
            may: may('lock'),
            run: () => period && move.mutate({ status: 'locked', version: period.version }),
          },
        ];
  useMoveCommands(period ? moves : []);
  if (!period) return null;
  const next = nextMove(period);
  return (
    <>
      <IconButton label="Lịch sử kỳ" icon={<History aria-hidden />} onClick={() => setOpen('history')} />
      {moves.map(({ id, label, icon, busy: going = false, may: isAllowed, why, run }) => (
        <Button
          key={id}
          variant={id === next ? 'primary' : 'secondary'}
          icon={icon}
          busy={going}
          disabled={!isAllowed}
          title={why}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {open === 'history' ? <MonthHistory period={period} onClose={close} /> : null}
      {open === 'upload' ? (
        <UploadDialog
          title={`Nạp tồn kho AMIS tháng ${monthText(month)}`}
          hint="Tệp Excel xuất từ AMIS: Báo cáo › Tổng hợp tồn kho, đến ngày cuối tháng. Giữ nguyên tệp. Kho loại trừ của hồ sơ được bỏ ra khi sinh."
          operation="loadSharedAmisInventory"
          input={{ query: { profileId, month } }}
          invalidates={changedBy}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type Move = {
  id: 'amis' | 'bravo' | 'generate' | 'lock' | 'unlock';
  label: string;
  icon?: ReactNode;
  busy?: boolean;
  may: boolean;
  /** The reason why it is not allowed, where the status alone does not say it. */
  why?: string;
  run: () => void;
};

/** The move that a month needs next, until it is locked. */
function nextMove({ amisLoadedAt, bravoLoadedAt, status }: Period): Move['id'] | undefined {
  if (status === 'locked') return undefined;
  if (!amisLoadedAt) return 'amis';
  if (!bravoLoadedAt) return 'bravo';
  return status === 'loaded' ? 'generate' : 'lock';
}

function useMoveCommands(moves: readonly Move[]): void {
  const latest = useRef(moves);
  latest.current = moves;
  const allowed = moves.flatMap(({ id, may }) => (may ? [id] : [])).join(' ');
  useCommands(
    useMemo(
      () =>
        latest.current
          .filter(({ id }) => allowed.split(' ').includes(id))
          .map(({ id, label }) => ({
            id: `month-${id}`,
            label,
            group: strings.palette.actions,
            run: () => latest.current.find((move) => move.id === id && move.may)?.run(),
          })),
      [allowed],
    ),
  );
}
