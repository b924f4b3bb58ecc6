import { call } from '../../api/client.ts';
import { useAction, useCall } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { formatInstant } from '../../ui/format/time.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { deviceName } from './device-name.ts';
import { authStrings } from './strings.ts';

/** The devices on which the person is signed in; every other device can be signed out from here. */
export function SessionList() {
  const sessions = useCall('listMySessions', {});
  const revoke = useAction((id: string) => call('revokeMySession', { params: { id } }), {
    invalidates: ['listMySessions'],
    onSuccess: () => toast.success(authStrings.sessionEnded),
  });
  if (sessions.isError && !sessions.data)
    return <ErrorState message={sessions.error.message} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <SkeletonLines lines={2} />;
  return (
    <ul
      aria-label={authStrings.sessions}
      className="m-0 flex w-full list-none flex-col divide-y divide-line rounded-md border border-line p-0"
    >
      {sessions.data.items.map(({ id, device, startedAt, lastSeenAt, isCurrent }) => (
        <li key={id} className="flex flex-wrap items-center gap-2 px-3 py-2">
          <span className="min-w-0 grow" title={device}>
            <span className="block text-base">{deviceName(device)}</span>
            <span className="tabular block text-small text-ink-3">
              {authStrings.signedInAt} {formatInstant(startedAt)} · {authStrings.seenAt} {formatInstant(lastSeenAt)}
            </span>
          </span>
          {isCurrent ? (
            <Chip tone="green">{authStrings.thisDevice}</Chip>
          ) : (
            <Button size="sm" busy={revoke.isPending && revoke.variables === id} onClick={() => revoke.mutate(id)}>
              {authStrings.endSession}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
