import { HardDrive } from 'lucide-react';
import { ApiError } from '../api/errors.ts';
import { useCall } from '../api/query.ts';
import { useSession } from '../api/session.ts';
import { strings } from '../strings.ts';
import { cn } from '../ui/cn.ts';
import { formatCount } from '../ui/format/number.ts';

const POLL_MS = 60_000;
const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number): string => formatCount(Math.floor(bytes / MEGABYTE));

/** Says that the service's disk runs full before a file is chosen in vain; gone within a minute of there being room. */
export function DiskBar() {
  const { admin } = useSession();
  const ready = useCall('getReady', {}, { refetchMs: POLL_MS });
  const full = ready.error instanceof ApiError && ready.error.code === 'DISK_FULL' ? ready.error.message : undefined;
  const low = !ready.isError && ready.data?.disk === 'low' ? ready.data : undefined;
  const said = full
    ? strings.errors.diskFull(full)
    : low && strings.errors.diskLow(megabytes(low.diskFreeBytes), megabytes(low.diskReserveBytes));
  return (
    <div role="status">
      {said ? (
        <p
          className={cn(
            'm-0 flex items-center gap-2 px-4 py-1.5 text-grid print:hidden',
            full ? 'bg-red-tint text-red-ink' : 'bg-amber-tint text-amber-ink',
          )}
        >
          <HardDrive aria-hidden className="size-4 shrink-0" />
          {said} {admin ? strings.errors.diskRemedyOfAdmin : strings.errors.diskRemedy}
        </p>
      ) : null}
    </div>
  );
}
