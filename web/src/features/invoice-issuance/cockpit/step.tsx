import { Circle, CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { isFinished, mayCancel, type Run } from '../../../api/runs.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { runStatusName } from '../../../ui/run-progress.tsx';

/** One step of a period: its state, the run that works for it, and its next action. */
export function Step({
  done,
  warn = false,
  title,
  note,
  children,
  action,
  run,
  onCancel,
}: {
  /** Undefined while it is not known. */
  done: boolean | undefined;
  warn?: boolean | undefined;
  title: string;
  /** The state of the step, in a few words. */
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
      ) : done === undefined ? (
        <CircleDashed aria-label="Chưa rõ" className="mt-0.5 size-4 shrink-0 text-ink-3" />
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
      {action ? <div className="-my-0.5 shrink-0 print:hidden">{action}</div> : null}
    </li>
  );
}
