import { useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/client.ts';
import { errorMessage } from '../api/errors.ts';
import { useCall } from '../api/query.ts';
import { fileOf, isFinished, isToldInDialog, mayCancel, type Run, takeEndWords } from '../api/runs.ts';
import { useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { runKindName, strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/chip.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextLink } from '../ui/link.tsx';
import { Popover } from '../ui/overlays/popover.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import { RunProgress } from '../ui/run-progress.tsx';
import { EmptyState } from '../ui/states.tsx';

const QUERY = { query: { limit: 12, offset: 0, sort: '-createdAt' as const } };
const BUSY_MS = 2_000;
const QUIET_MS = 30_000;

/** The last runs of everybody, with progress: long work is found again here after leaving its page. */
export function RunTray() {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const [fast, setFast] = useState(false);
  const runs = useCall('listRuns', QUERY, { refetchMs: fast || open ? BUSY_MS : QUIET_MS, staleMs: 0 });
  const client = useQueryClient();
  const items = runs.data?.items ?? [];
  const running = items.filter((run) => !isFinished(run.status));
  useEffect(() => setFast(running.length > 0), [running.length]);
  useFinishedToasts(items);

  const cancel = async (run: Run) => {
    try {
      await call('cancelRun', { params: { id: run.id } });
    } catch (error) {
      toast.error(errorMessage(error));
    }
    await client.invalidateQueries({ queryKey: ['listRuns'] });
  };

  return (
    <Popover
      label={strings.tray.title}
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-[360px] p-0!"
      trigger={
        <IconButton
          label={running.length > 0 ? `${strings.tray.open}: ${running.length}` : strings.tray.title}
          icon={
            <span className="relative flex">
              <ListChecks aria-hidden />
              {running.length > 0 ? (
                <span className="absolute -top-2 -right-2.5">
                  <Badge tone="green">{running.length}</Badge>
                </span>
              ) : null}
            </span>
          }
        />
      }
    >
      <div className="flex items-center justify-between border-b border-line px-3 py-2">
        <h2 className="m-0 text-base font-semibold">{strings.tray.title}</h2>
        {session.admin ? (
          <TextLink to={paths.runs()} className="text-grid" onClick={() => setOpen(false)}>
            {strings.tray.all}
          </TextLink>
        ) : null}
      </div>
      {items.length === 0 ? (
        <EmptyState title={strings.tray.empty} hint={strings.tray.emptyHint} />
      ) : (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={strings.tray.title}
          className="m-0 max-h-[60dvh] list-none divide-y divide-line overflow-y-auto p-0"
        >
          {items.map((run) => (
            <li key={run.id} className="flex items-end gap-2 px-3 py-2">
              <div className="min-w-0 grow">
                <RunProgress run={run} name={[runKindName(run.kind), fileOf(run)].filter(Boolean).join(' · ')} />
              </div>
              {mayCancel(run, session) ? (
                <Button size="sm" variant="ghost" onClick={() => void cancel(run)}>
                  {strings.tray.cancel}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** Tells, once and for all pages, when a run that was seen running or that a page follows has ended. */
function useFinishedToasts(items: readonly Run[]): void {
  const seen = useRef(new Set<string>());
  const client = useQueryClient();
  useEffect(() => {
    for (const run of items) {
      if (!isFinished(run.status)) {
        seen.current.add(run.id);
        continue;
      }
      const words = takeEndWords(run.id);
      if (!seen.current.delete(run.id) && !words) continue;
      void client.invalidateQueries();
      if (isToldInDialog(run.id)) continue;
      const name = runKindName(run.kind);
      if (run.status === 'succeeded') toast.success(words?.(run) ?? `${name}: hoàn tất`);
      if (run.status === 'failed') toast.error(`${name}: thất bại`, { description: run.message ?? undefined });
    }
  }, [items, client]);
}
