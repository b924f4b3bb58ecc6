import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { strings } from '../../strings.ts';
import { appConfig } from './auth.ts';

/** Says that sign-in is only emulated; on every page while it is. */
export function EmulatorBanner() {
  const config = useQuery({ queryKey: ['appConfig'], queryFn: appConfig, staleTime: Number.POSITIVE_INFINITY });
  if (config.data?.identity.mode !== 'emulator') return null;
  return (
    <div
      role="status"
      className="flex min-h-7 shrink-0 items-center justify-center gap-2 border-b border-amber-line bg-amber-tint px-3 py-1 text-center text-small text-amber-ink print:hidden"
    >
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      {strings.emulator.banner}
    </div>
  );
}
