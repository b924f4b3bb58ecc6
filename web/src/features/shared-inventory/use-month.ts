import { call } from '../../api/client.ts';
import { useAction, useCall } from '../../api/query.ts';
import { useRunAction } from '../../api/run-action.tsx';
import { isFinished } from '../../api/runs.ts';
import { useParam } from '../../shared/use-param.ts';
import { today } from '../../ui/format/time.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { monthsFrom, monthText, type Period } from './terms.ts';

const CHANGED = [
  'getSharedInventoryPeriod',
  'listSharedInventory',
  'getSharedInventoryStats',
  'listRecordHistory',
] as const;

export type Month = ReturnType<typeof useMonth>;

/** The month of the page's address (else the profile's newest one, else the last full month), its period and its moves. */
export function useMonth(profileId: string) {
  const [chosen, setMonth] = useParam('month');
  const query = { profileId, ...(chosen && { month: chosen }) };
  const answer = useCall('getSharedInventoryPeriod', { query });
  const period = answer.data ?? undefined;
  const month = chosen || period?.month || monthsFrom(today().slice(0, 7), -1);
  const of = { query: { profileId, month } };

  const runs = useCall(
    'listRuns',
    { query: { scope: period?.id ?? '', sort: '-createdAt', limit: 10 } },
    { enabled: period !== undefined },
  );
  const going = (kind: string) => runs.data?.items.find((run) => run.kind === kind && !isFinished(run.status));
  const loadBravo = useRunAction(() => call('loadSharedBravoInventory', of), {
    invalidates: CHANGED,
    resume: going('shared-inventory-bravo'),
  });
  const generate = useRunAction(() => call('generateSharedInventory', of), {
    invalidates: CHANGED,
    resume: going('shared-inventory-generate'),
  });
  const open = useAction(
    (wanted: string) => call('saveSharedInventoryPeriod', { query: { profileId }, body: { month: wanted } }),
    {
      invalidates: CHANGED,
      onSuccess: (opened) => {
        toast.success(`Đã mở kỳ tháng ${monthText(opened.month)}.`);
        setMonth(opened.month, true);
      },
    },
  );
  const move = useAction(
    ({ status, version }: Pick<Period, 'status' | 'version'>) =>
      call('updateSharedInventoryStatus', { ...of, body: { status, version } }),
    {
      invalidates: CHANGED,
      onSuccess: ({ status }) =>
        toast.success(`${status === 'locked' ? 'Đã khóa' : 'Đã mở khóa'} kỳ tháng ${monthText(month)}.`),
      onError: () => {
        void answer.refetch();
        return undefined;
      },
    },
  );
  return { profileId, month, setMonth, answer, period, loadBravo, generate, open, move };
}

/** The reads that every change of a period refreshes. */
export const changedBy = CHANGED;
