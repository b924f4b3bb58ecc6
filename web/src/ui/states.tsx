import { CircleAlert, CircleCheck, Inbox, Info, TriangleAlert, X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** A grey shape in the place of what is coming. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span aria-hidden className={cn('skeleton block h-3.5 rounded-[4px]', className)} style={style} />;
}

/** Lines of skeleton with an announcement for screen readers. */
export function SkeletonLines({ lines = 4, className }: { lines?: number; className?: string }) {
  return (
    <div role="status" className={cn('flex flex-col gap-3 p-4', className)}>
      <span className="sr-only">{strings.common.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Skeleton key={index} style={{ width: `${92 - ((index * 23) % 48)}%` }} />
      ))}
    </div>
  );
}

/** A list without rows: the name of the rows that would be here, and the next step. */
export function EmptyState({
  title,
  hint,
  action,
  icon = <Inbox aria-hidden />,
}: {
  title: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <span className="flex size-10 items-center justify-center rounded-full bg-grey-tint text-ink-2 [&_svg]:size-5">
        {icon}
      </span>
      <p className="m-0 text-base font-medium text-ink">{title}</p>
      {hint ? <p className="m-0 max-w-md text-grid text-ink-2">{hint}</p> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

/** A failure, with the server's own words, and a way to try again. */
export function ErrorState({
  title = strings.errors.request,
  message,
  code,
  onRetry,
}: {
  title?: string;
  message?: string | undefined;
  code?: string | undefined;
  onRetry?: (() => void) | undefined;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <span className="flex size-10 items-center justify-center rounded-full bg-red-tint text-red-ink">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <p className="m-0 text-base font-medium text-ink">{title}</p>
      {message && message !== title ? <p className="m-0 max-w-md text-grid text-ink-2">{message}</p> : null}
      {code ? <p className="m-0 font-mono text-small text-ink-3">{code}</p> : null}
      {onRetry ? (
        <Button className="mt-2" onClick={onRetry}>
          {strings.common.retry}
        </Button>
      ) : null}
    </div>
  );
}

const bannerTones = {
  info: 'bg-sunken border-line text-ink',
  warning: 'bg-amber-tint border-amber-line text-amber-ink',
  error: 'bg-red-tint border-red-line text-red-ink',
  success: 'bg-tint border-primary/30 text-tint-ink',
} as const;

const bannerIcons = {
  info: <Info aria-hidden />,
  warning: <TriangleAlert aria-hidden />,
  error: <CircleAlert aria-hidden />,
  success: <CircleCheck aria-hidden />,
} as const;

/** A line that stays until it no longer holds. */
export function Banner({
  tone = 'info',
  children,
  action,
  onClose,
  className,
}: {
  tone?: keyof typeof bannerTones;
  children: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  className?: string;
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-2 rounded-md border px-3 py-2 text-grid [&>svg]:mt-px [&>svg]:size-4 [&>svg]:shrink-0',
        bannerTones[tone],
        className,
      )}
    >
      {bannerIcons[tone]}
      <div className="flex min-w-0 grow items-start gap-2 max-sm:flex-col">
        <div className="min-w-0 grow">{children}</div>
        {action ? <div className="flex shrink-0 gap-2">{action}</div> : null}
      </div>
      {onClose ? (
        <button
          type="button"
          aria-label={strings.common.close}
          onClick={onClose}
          className="flex size-5 shrink-0 items-center justify-center rounded-[4px] hover:bg-current/10"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </div>
  );
}
