import { mayCancel, type Run } from '../api/runs.ts';
import { useSession } from '../api/session.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';

/** Ends the run that a page follows; only for the person who started it and for administrators, as the service has it. */
export function StopRun({ run, cancel }: { run: Run | undefined; cancel: () => Promise<void> }) {
  const session = useSession();
  if (!run || !mayCancel(run, session)) return null;
  return (
    <Button size="sm" variant="ghost" onClick={() => void cancel()}>
      {strings.tray.cancel}
    </Button>
  );
}
