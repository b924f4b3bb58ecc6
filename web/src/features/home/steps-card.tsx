import { Circle, CircleAlert, CircleCheck, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { isFinished, mayCancel, type Run } from '../../api/runs.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { OFF_AMIS, PERIOD_READS } from '../../shared/invoice-words.ts';
import type { Period } from '../../shared/period.tsx';
import { UploadDialog } from '../../shared/upload-dialog.tsx';
import { strings } from '../../strings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatMoney } from '../../ui/format/number.ts';
import { formatInstant, formatRelative } from '../../ui/format/time.ts';
import { AppLink, TextLink } from '../../ui/link.tsx';
import { Progress } from '../../ui/progress.tsx';
import { runStatusName } from '../../ui/run-progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { PeriodRuns } from './use-period-runs.ts';

type Stats = OutputOf<'getPeriodStats'>;
type LoadTarget = { readonly kind: 'inventory' | 'ledger'; readonly profileId: string; readonly code: string };

/** The way through a period, step by step, each with where it stands and the next action. */
export function StepsCard({
  period,
  stats,
  runs,
  onSettings,
}: {
  period: Period;
  stats: Stats | undefined;
  runs: PeriodRuns;
  onSettings: () => void;
}) {
  const [upload, setUpload] = useState<LoadTarget>();
  const items = useCall('getBravoItemsSyncStats', {});
  const partners = useCall('getBravoPartnersSyncStats', {});
  const closed = period.status === 'closed';
  const loaded = (stats?.ledgerLines ?? 0) > 0;
  const branchesOpen = period.branches.filter((branch) => !period.issuers[branch.code]?.length).length;
  return (
    <Card title="Các bước của kỳ" flush>
      <ol className="m-0 list-none divide-y divide-line p-0">
        <Step
          done={(items.data?.total ?? 0) > 0 && (partners.data?.total ?? 0) > 0}
          title="Đồng bộ danh mục Bravo"
          note={
            <>
              {items.data ? <TextLink to={paths.bravoItems()}>{formatCount(items.data.active)} vật tư</TextLink> : null}
              {items.data && partners.data ? ', ' : null}
              {partners.data ? (
                <TextLink to={paths.bravoPartners()}>{formatCount(partners.data.active)} đối tượng</TextLink>
              ) : null}
              {items.data
                ? ` · ${items.data.lastSyncedAt ? formatRelative(items.data.lastSyncedAt) : 'chưa đồng bộ'}`
                : null}
            </>
          }
        />
        <Step
          done={loaded}
          title="Nạp sổ bán hàng Bravo"
          run={runs.sales.run}
          note={
            stats
              ? loaded
                ? `${formatCount(stats.ledgerLines)} dòng, ${formatCount(stats.ledgerDocuments)} chứng từ`
                : 'Chưa có dòng nào'
              : null
          }
          action={
            <Button
              size="sm"
              variant={loaded ? 'ghost' : 'primary'}
              busy={runs.sales.busy}
              disabled={closed}
              onClick={() => void runs.sales.start()}
            >
              {loaded ? 'Nạp lại' : 'Nạp sổ Bravo'}
            </Button>
          }
        />
        <Step
          done={loaded && branchesOpen === 0}
          warn={loaded && branchesOpen > 0}
          title="Khai báo hồ sơ xuất hóa đơn"
          note={
            loaded
              ? branchesOpen > 0
                ? `${branchesOpen} trong ${period.branches.length} chi nhánh chưa khai`
                : `${period.branches.length} chi nhánh đều đã khai`
              : 'Nạp sổ để biết các chi nhánh'
          }
          action={
            loaded && branchesOpen > 0 && !closed ? (
              <Button size="sm" variant="secondary" onClick={onSettings}>
                Khai báo
              </Button>
            ) : null
          }
        />
        <Step
          done={stats?.byProfile.every((profile) => profile.stockLoadedAt) ?? false}
          warn={stats?.byProfile.some((profile) => profile.stockLoadedAt)}
          title="Nạp tồn kho và sổ bán hàng AMIS"
          run={runs.amis}
          action={
            closed ? null : (
              <AppLink to={paths.uploads()} className={buttonClass('ghost', 'sm')}>
                {strings.file.several}
              </AppLink>
            )
          }
          note={
            stats
              ? `${stats.byProfile.filter((profile) => profile.stockLoadedAt).length} trong ${stats.byProfile.length} hồ sơ có tồn kho`
              : null
          }
        >
          <ul className="m-0 mt-1 grid list-none grid-cols-[minmax(2.5rem,auto)_auto_1fr] items-center gap-x-2 p-0">
            {stats
              ? null
              : period.profiles.map(({ id }) => (
                  <li key={id} aria-hidden className="contents">
                    <Skeleton className="col-span-3 my-1 h-5 w-64" />
                  </li>
                ))}
            {stats?.byProfile.map((profile) => (
              <li key={profile.profileId} className="contents">
                <span className="max-w-24 truncate text-grid font-medium" title={profile.name}>
                  {profile.code}
                </span>
                <LoadButton
                  label="Tồn kho"
                  code={profile.code}
                  at={profile.stockLoadedAt}
                  madeAt={profile.stockMadeAt}
                  contains={profile.stockContainsLedgerAt}
                  disabled={closed}
                  onClick={() => setUpload({ kind: 'inventory', profileId: profile.profileId, code: profile.code })}
                />
                <LoadButton
                  label="Sổ bán hàng"
                  code={profile.code}
                  at={profile.salesLedgerLoadedAt}
                  madeAt={profile.salesLedgerMadeAt}
                  contains={null}
                  disabled={closed}
                  onClick={() => setUpload({ kind: 'ledger', profileId: profile.profileId, code: profile.code })}
                />
              </li>
            ))}
          </ul>
        </Step>
        <Step
          done={period.generatedAt !== null}
          title="Sinh và soát hóa đơn"
          run={runs.generation.run}
          onCancel={runs.generation.cancel}
          note={
            period.generatedAt === null
              ? 'Chưa sinh lần nào'
              : [
                  ...(stats ? [`${formatCount(stats.invoices)} hóa đơn`] : []),
                  formatRelative(period.generatedAt),
                  ...(stats?.lastChange
                    ? [
                        `thêm ${formatCount(stats.lastChange.added)}, đổi ${formatCount(stats.lastChange.changed)}, bỏ ${formatCount(stats.lastChange.removed)}`,
                      ]
                    : []),
                ].join(' · ')
          }
        />
        <Step
          done={period.exportedAt !== null}
          title="Tải bộ tệp và nhập vào AMIS"
          note={
            period.exportedAt
              ? `Xuất lần đầu ${formatInstant(period.exportedAt)}`
              : 'Mỗi hồ sơ một tệp nhập, cùng bảng đối chiếu'
          }
        />
        <Step
          done={(stats?.byStatus.issued ?? 0) > 0}
          title="Nạp lại sổ AMIS để nhận số hóa đơn"
          note={
            stats && stats.invoices > 0
              ? [
                  `${formatCount(stats.byStatus.issued ?? 0)} / ${formatCount(stats.invoices)} đã phát hành`,
                  ...offAmis(stats),
                ].join(' · ')
              : null
          }
        />
      </ol>
      {upload ? (
        <UploadDialog
          onClose={() => setUpload(undefined)}
          title={
            upload.kind === 'inventory'
              ? `Nạp tồn kho AMIS · ${upload.code}`
              : `Nạp sổ chi tiết bán hàng AMIS · ${upload.code}`
          }
          hint={
            upload.kind === 'inventory'
              ? 'Tệp «Tổng hợp tồn kho» xuất từ AMIS, đúng khoảng ngày của kỳ.'
              : 'Tệp «Sổ chi tiết bán hàng» xuất từ AMIS, đúng khoảng ngày của kỳ.'
          }
          operation={upload.kind === 'inventory' ? 'loadAmisInventory' : 'loadAmisSalesLedger'}
          input={{ params: { id: period.id }, body: { profileId: upload.profileId } }}
          invalidates={PERIOD_READS}
        />
      ) : null}
    </Card>
  );
}

/** "Lệch với AMIS: 2 hóa đơn, 1.000 đ", when there are any. */
function offAmis({ byProfile }: Stats): string[] {
  const count = byProfile.reduce((sum, one) => sum + one.amisDifferences, 0);
  const amount = byProfile.reduce((sum, one) => sum + one.amisDifference, 0);
  return count > 0 ? [`${OFF_AMIS}: ${formatCount(count)} hóa đơn, ${formatMoney(amount)}`] : [];
}

function LoadButton({
  label,
  code,
  at,
  madeAt,
  contains,
  disabled,
  onClick,
}: {
  label: string;
  code: string;
  at: string | null;
  /** When the report was made in AMIS. */
  madeAt: string | null;
  /** Moment of the sales ledger that a person states it contains. */
  contains: string | null;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="justify-self-start"
      disabled={disabled}
      title={madeAt ? madeTitle(madeAt, at, contains) : undefined}
      onClick={onClick}
      icon={at ? <CircleCheck aria-hidden className="text-accent" /> : <Upload aria-hidden className="text-ink-3" />}
    >
      <span className="sr-only">
        {at ? 'Nạp lại' : 'Nạp'} {code}:
      </span>
      {label}
      <span className="hidden font-normal text-ink-3 sm:inline">{at ? formatRelative(madeAt ?? at) : 'chưa nạp'}</span>
    </Button>
  );
}

function madeTitle(madeAt: string, at: string | null, contains: string | null): string {
  const stated = contains ? `; có người xác nhận đã gồm sổ bán hàng lúc ${formatInstant(contains)}` : '';
  return `Báo cáo lập ${formatInstant(madeAt)}, nạp ${formatInstant(at)}${stated}`;
}

function Step({
  done,
  warn = false,
  title,
  note,
  children,
  action,
  run,
  onCancel,
}: {
  done: boolean;
  warn?: boolean | undefined;
  title: string;
  /** Where the step stands, in a few words. */
  note: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  run?: Run | undefined;
  onCancel?: (() => Promise<void>) | undefined;
}) {
  const session = useSession();
  const going = run !== undefined && !isFinished(run.status);
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      {done ? (
        <CircleCheck aria-label="Xong" className="mt-0.5 size-4 shrink-0 text-accent" />
      ) : warn ? (
        <CircleAlert aria-label="Cần làm tiếp" className="mt-0.5 size-4 shrink-0 text-amber-ink" />
      ) : (
        <Circle aria-label="Chưa làm" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      )}
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <p className="m-0 text-base font-medium">{title}</p>
          <p className="m-0 text-grid text-ink-2">{note}</p>
        </div>
        {children}
        {going ? (
          <div className="mt-1.5 flex items-end gap-2">
            <div className="min-w-0 grow">
              <Progress
                label={run.stage || runStatusName(run.status)}
                percent={run.percent}
                done={run.done}
                total={run.total}
                etaSeconds={run.etaSeconds}
              />
            </div>
            {onCancel && mayCancel(run, session) ? (
              <Button size="sm" variant="ghost" onClick={() => void onCancel()}>
                Dừng
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {action ? <div className="-my-0.5 shrink-0">{action}</div> : null}
    </li>
  );
}
