import { CircleCheck, Upload } from 'lucide-react';
import type { OutputOf } from '../../../api/operations.ts';
import type { Run } from '../../../api/runs.ts';
import { paths } from '../../../paths.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { UploadDialog } from '../../../shared/upload/upload-dialog.tsx';
import { strings } from '../../../strings.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { formatInstant, formatRelative } from '../../../ui/format/time.ts';
import { AppLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { Step } from './step.tsx';

/** The file that is about to be loaded, and for which profile. */
export type LoadTarget = { readonly kind: 'inventory' | 'ledger'; readonly profileId: string; readonly code: string };

/** Stock and sales ledger of AMIS, one of each for every profile of the period. */
export function AmisFilesStep({
  period,
  stats,
  run,
  onLoad,
}: {
  period: Period;
  stats: OutputOf<'getPeriodStats'> | undefined;
  run: Run | undefined;
  onLoad: (target: LoadTarget) => void;
}) {
  const closed = period.status === 'closed';
  const profiles = stats?.byProfile ?? [];
  const withStock = profiles.filter((profile) => profile.stockLoadedAt).length;
  const withLedger = profiles.filter((profile) => profile.salesLedgerLoadedAt).length;
  return (
    <Step
      done={stats && withStock === profiles.length && withLedger === profiles.length}
      warn={withStock + withLedger > 0}
      title="Nạp tồn kho và sổ bán hàng AMIS"
      run={run}
      action={
        closed ? null : (
          <AppLink to={paths.uploads()} className={buttonClass('ghost', 'sm')}>
            {strings.file.several}
          </AppLink>
        )
      }
      note={stats ? `${withStock} trong ${profiles.length} hồ sơ có tồn kho, ${withLedger} có sổ bán hàng` : null}
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
              onClick={() => onLoad({ kind: 'inventory', profileId: profile.profileId, code: profile.code })}
            />
            <LoadButton
              label="Sổ bán hàng"
              code={profile.code}
              at={profile.salesLedgerLoadedAt}
              madeAt={profile.salesLedgerMadeAt}
              contains={null}
              disabled={closed}
              onClick={() => onLoad({ kind: 'ledger', profileId: profile.profileId, code: profile.code })}
            />
          </li>
        ))}
      </ul>
    </Step>
  );
}

export function LoadDialog({ target, period, onClose }: { target: LoadTarget; period: Period; onClose: () => void }) {
  return (
    <UploadDialog
      onClose={onClose}
      title={
        target.kind === 'inventory'
          ? `Nạp tồn kho AMIS · ${target.code}`
          : `Nạp sổ chi tiết bán hàng AMIS · ${target.code}`
      }
      hint={
        target.kind === 'inventory'
          ? 'Tệp «Tổng hợp tồn kho» xuất từ AMIS, đúng khoảng ngày của kỳ.'
          : 'Tệp «Sổ chi tiết bán hàng» xuất từ AMIS, đúng khoảng ngày của kỳ.'
      }
      operation={target.kind === 'inventory' ? 'loadAmisInventory' : 'loadAmisSalesLedger'}
      input={{ params: { id: period.id }, body: { profileId: target.profileId } }}
      invalidates={PERIOD_READS}
    />
  );
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
