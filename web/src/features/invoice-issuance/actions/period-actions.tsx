import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { Download, EllipsisVertical, Settings2, Sparkles } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { useCommands } from '../../../page/commands.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { confirm } from '../../../ui/overlays/confirm.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { blocking } from './blocking.ts';
import { ExportDialog } from './export-dialog.tsx';
import { GenerateDialog } from './generate-dialog.tsx';
import { useAskedAnew } from './use-asked-anew.ts';
import type { PeriodRuns } from './use-period-runs.ts';

/** The actions on a period now; the state decides, by the same table as the service. */
export function PeriodActions({
  period,
  stats,
  runs,
  onNew,
  onSettings,
  onClosePeriod,
}: {
  period: Period;
  stats: OutputOf<'getPeriodStats'> | undefined;
  runs: PeriodRuns;
  onNew: () => void;
  onSettings: () => void;
  onClosePeriod: () => void;
}) {
  const which = period.status === 'open' ? 'generate' : 'regenerate';
  const [open, setOpen] = useState<'export' | 'generate'>();
  const preflight = useCall('getPeriodPreflight', { params: { id: period.id } });
  const stops = blocking(preflight.data?.problems ?? [], 'generation');
  // A regeneration is looked at before it is applied; see RegenerationCard.
  const [addOnly, setAddOnly] = useState(false);
  const start = (reason?: string, isAddOnly = addOnly) =>
    void runs.generation.start({
      step: which === 'generate' ? 'generate' : 'preview',
      addOnly: which === 'regenerate' && isAddOnly,
      ...(reason && { override: { reason } }),
    });
  // The findings that stop it may be from before the last upload: they are read again before they stop a person.
  const { isAsking, ask } = useAskedAnew(period.id, toast.error);
  const generate = async (isAddOnly = false) => {
    setAddOnly(isAddOnly);
    if (stops.length === 0) return start(undefined, isAddOnly);
    const asked = await ask();
    if (!asked) return;
    if (blocking(asked, 'generation').length > 0) setOpen('generate');
    else latest.current.start(undefined, isAddOnly);
  };
  const latest = useRef({ generate, start });
  latest.current = { generate, start };
  const canGenerate = periodCan[which](period) && (stats?.ledgerLines ?? 0) > 0;
  const label = which === 'generate' ? 'Sinh hóa đơn' : 'Sinh lại';
  useCommands(
    useMemo(
      () =>
        canGenerate
          ? [
              {
                id: 'generate-invoices',
                label,
                run: () => void latest.current.generate(),
                group: strings.palette.actions,
              },
            ]
          : [],
      [canGenerate, label],
    ),
  );
  return (
    <>
      <Button icon={<Settings2 aria-hidden />} disabled={!periodCan.edit(period)} onClick={onSettings}>
        <span className="max-sm:sr-only">Thiết lập kỳ</span>
      </Button>
      <Button
        icon={<Download aria-hidden />}
        disabled={!periodCan.download(period) || (stats?.invoices ?? 0) === 0}
        onClick={() => setOpen('export')}
      >
        Tải bộ tệp
      </Button>
      <Button
        variant="primary"
        icon={<Sparkles aria-hidden />}
        disabled={!canGenerate}
        busy={runs.generation.busy || isAsking}
        onClick={() => void generate()}
      >
        {label}
      </Button>
      <OtherActions
        period={period}
        stats={stats}
        canAddOnly={which === 'regenerate' && canGenerate && !runs.generation.busy}
        onAddOnly={() => void generate(true)}
        onNew={onNew}
        onClosePeriod={onClosePeriod}
      />
      {open === 'export' && stats ? (
        <ExportDialog period={period} stats={stats} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'generate' ? (
        <GenerateDialog
          problems={stops}
          onClose={() => setOpen(undefined)}
          onGoOn={(reason) => {
            setOpen(undefined);
            start(reason);
          }}
        />
      ) : null}
    </>
  );
}

/** Actions on a period that are needed now and then. */
function OtherActions({
  period,
  stats,
  canAddOnly,
  onAddOnly,
  onNew,
  onClosePeriod,
}: {
  period: Period;
  stats: OutputOf<'getPeriodStats'> | undefined;
  canAddOnly: boolean;
  onAddOnly: () => void;
  onNew: () => void;
  onClosePeriod: () => void;
}) {
  const { admin } = useSession();
  const reopen = useAction(
    () => call('updatePeriod', { params: { id: period.id }, body: { version: period.version, status: 'exported' } }),
    {
      invalidates: PERIOD_READS,
      onSuccess: () => toast.success('Đã mở lại kỳ.'),
    },
  );
  const remove = useAction(
    () => call('deletePeriod', { params: { id: period.id }, query: { version: period.version } }),
    {
      invalidates: PERIOD_READS,
      onSuccess: () => toast.success(`Đã xóa kỳ «${period.name}».`),
    },
  );
  const askRemove = async () => {
    const all = stats
      ? `${formatCount(stats.ledgerLines)} dòng sổ đã nạp và ${formatCount(stats.invoices)} hóa đơn nháp`
      : 'Mọi dòng sổ đã nạp và hóa đơn nháp';
    const body = `${all} của kỳ sẽ bị xóa.`;
    if (await confirm({ title: `Xóa kỳ «${period.name}»?`, body, action: 'Xóa kỳ', danger: true })) remove.mutate();
  };
  return (
    <Menu
      trigger={<IconButton label="Việc khác của kỳ" icon={<EllipsisVertical aria-hidden />} />}
      entries={[
        {
          label: 'Sinh lại: chỉ thêm, không đổi',
          disabled: !canAddOnly,
          why: 'Kỳ chưa sinh hóa đơn hoặc đã đóng.',
          onSelect: onAddOnly,
        },
        { kind: 'separator' },
        {
          label: 'Mở kỳ mới',
          onSelect: onNew,
        },
        {
          label: 'Đóng kỳ',
          disabled: !periodCan.close(period),
          why: period.status === 'closed' ? 'Kỳ đã đóng.' : 'Tải bộ tệp trước.',
          onSelect: onClosePeriod,
        },
        {
          label: 'Mở lại kỳ (quản trị)',
          disabled: !periodCan.reopen(period) || !admin,
          why: admin ? 'Kỳ chưa đóng.' : 'Chỉ quản trị viên mở lại được kỳ.',
          onSelect: () => reopen.mutate(),
        },
        { kind: 'separator' },
        {
          label: 'Xóa kỳ',
          danger: true,
          disabled: period.exportedAt !== null,
          why: 'Kỳ đã xuất tệp thì không xóa được.',
          onSelect: () => void askRemove(),
        },
      ]}
    />
  );
}
