import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { isFinished, type Run } from '../../api/runs.ts';
import { paths } from '../../paths.ts';
import { PERIOD_READS } from '../../shared/invoice-words.ts';
import type { Period } from '../../shared/period.tsx';
import { UploadDialog } from '../../shared/upload-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant, formatRelative } from '../../ui/format/time.ts';
import { TextLink } from '../../ui/link.tsx';
import { RunProgress } from '../../ui/run-progress.tsx';
import type { PeriodRuns } from './use-period-runs.ts';

type Stats = OutputOf<'getPeriodStats'>;
type Upload = { readonly kind: 'inventory' | 'ledger'; readonly profileId: string; readonly code: string };

/** The way through a period, step by step, each with where it stands and the next action. */
export function StepsCard({ period, stats, runs }: { period: Period; stats: Stats | undefined; runs: PeriodRuns }) {
  const [upload, setUpload] = useState<Upload>();
  const items = useCall('getBravoItemsSyncStats', {});
  const partners = useCall('getBravoPartnersSyncStats', {});
  const closed = period.status === 'closed';
  const loaded = (stats?.ledgerLines ?? 0) > 0;
  const branchesOpen = period.branches.filter((branch) => !period.issuers[branch.code]?.length).length;
  return (
    <Card title="Các bước của kỳ" flush>
      <ol className="m-0 list-none divide-y divide-line p-0">
        <Step done={(items.data?.total ?? 0) > 0 && (partners.data?.total ?? 0) > 0} title="Đồng bộ danh mục Bravo">
          {items.data && partners.data
            ? `${formatCount(items.data.active)} vật tư, ${formatCount(partners.data.active)} đối tượng · ${items.data.lastSyncedAt ? formatRelative(items.data.lastSyncedAt) : 'chưa đồng bộ'} · `
            : null}
          <TextLink to={paths.bravoItems()}>Vật tư</TextLink> ·{' '}
          <TextLink to={paths.bravoPartners()}>Đối tượng</TextLink>
        </Step>
        <Step
          done={loaded}
          title="Nạp sổ bán hàng Bravo"
          run={runs.sales.run}
          action={
            <Button
              size="sm"
              variant={loaded ? 'secondary' : 'primary'}
              busy={runs.sales.busy}
              disabled={closed}
              onClick={() => void runs.sales.start()}
            >
              {loaded ? 'Nạp lại' : 'Nạp sổ Bravo'}
            </Button>
          }
        >
          {stats
            ? loaded
              ? `${formatCount(stats.ledgerLines)} dòng, ${formatCount(stats.ledgerDocuments)} chứng từ`
              : 'Chưa có dòng nào'
            : null}
        </Step>
        <Step done={loaded && branchesOpen === 0} warn={loaded && branchesOpen > 0} title="Khai báo hồ sơ xuất hóa đơn">
          {loaded
            ? branchesOpen > 0
              ? `${branchesOpen} chi nhánh chưa có hồ sơ nào được xuất. Khai ở «Thiết lập kỳ».`
              : `${period.branches.length} chi nhánh đều đã có hồ sơ xuất.`
            : 'Nạp sổ để biết các chi nhánh.'}
        </Step>
        <Step
          done={stats?.byProfile.every((profile) => profile.stockLoadedAt) ?? false}
          warn={stats?.byProfile.some((profile) => profile.stockLoadedAt)}
          title="Nạp tồn kho và sổ bán hàng AMIS"
        >
          <ul className="m-0 mt-1 flex list-none flex-col gap-1 p-0">
            {stats?.byProfile.map((profile) => (
              <li key={profile.profileId} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="w-10 font-medium text-ink">{profile.code}</span>
                <LoadButton
                  label="Tồn kho"
                  at={profile.stockLoadedAt}
                  disabled={closed}
                  onClick={() => setUpload({ kind: 'inventory', profileId: profile.profileId, code: profile.code })}
                />
                <LoadButton
                  label="Sổ bán hàng"
                  at={profile.salesLedgerLoadedAt}
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
        >
          {stats && period.generatedAt ? (
            <>
              {formatCount(stats.invoices)} hóa đơn · {formatRelative(period.generatedAt)}
              {stats.lastChange
                ? ` · thêm ${formatCount(stats.lastChange.added)}, đổi ${formatCount(stats.lastChange.changed)}, bỏ ${formatCount(stats.lastChange.removed)}`
                : ''}
            </>
          ) : (
            'Chưa sinh lần nào'
          )}
        </Step>
        <Step done={period.exportedAt !== null} title="Tải bộ tệp và nhập vào AMIS">
          {period.exportedAt
            ? `Xuất lần đầu ${formatInstant(period.exportedAt)}`
            : 'Mỗi hồ sơ một tệp nhập, cùng bảng đối chiếu'}
        </Step>
        <Step done={(stats?.byStatus.issued ?? 0) > 0} title="Nạp lại sổ AMIS để nhận số hóa đơn">
          {stats
            ? `${formatCount(stats.byStatus.issued ?? 0)} / ${formatCount(stats.invoices)} hóa đơn đã phát hành`
            : null}
        </Step>
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

function LoadButton({
  label,
  at,
  disabled,
  onClick,
}: {
  label: string;
  at: string | null;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="sm"
      variant={at ? 'ghost' : 'secondary'}
      disabled={disabled}
      onClick={onClick}
      icon={at ? <CircleCheck aria-label="Đã nạp" className="text-accent" /> : null}
    >
      {label}
      {at ? <span className="font-normal text-ink-3">{formatRelative(at)}</span> : null}
    </Button>
  );
}

function Step({
  done,
  warn = false,
  title,
  children,
  action,
  run,
  onCancel,
}: {
  done: boolean;
  warn?: boolean | undefined;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  run?: Run | undefined;
  onCancel?: (() => Promise<void>) | undefined;
}) {
  const going = run !== undefined && !isFinished(run.status);
  return (
    <li className="flex gap-2.5 px-3 py-2.5">
      {done ? (
        <CircleCheck aria-label="Xong" className="mt-0.5 size-4 shrink-0 text-accent" />
      ) : warn ? (
        <CircleAlert aria-label="Cần làm tiếp" className="mt-0.5 size-4 shrink-0 text-amber-ink" />
      ) : (
        <Circle aria-label="Chưa làm" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      )}
      <div className="min-w-0 grow">
        <p className="m-0 text-base font-medium">{title}</p>
        <div className="text-grid text-ink-2">{children}</div>
        {going ? (
          <div className="mt-1.5 flex items-end gap-2">
            <div className="min-w-0 grow">
              <RunProgress run={run} name={title} />
            </div>
            {onCancel ? (
              <Button size="sm" variant="ghost" onClick={() => void onCancel()}>
                Dừng
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {action}
    </li>
  );
}
