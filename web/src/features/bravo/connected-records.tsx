import type { ItemOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { factorText } from '../../shared/factor.ts';
import { Chip } from '../../ui/chip.tsx';
import { TextLink } from '../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';

type Connection = ItemOf<'listProductConnections'> | ItemOf<'listPartnerConnections'>;

/** The AMIS records, over all profiles, that a Bravo record is connected with. */
export function ConnectedRecords({ kind, bravoCode }: { kind: 'product' | 'partner'; bravoCode: string }) {
  const list = useCall(kind === 'product' ? 'listProductConnections' : 'listPartnerConnections', {
    query: { bravoCode, limit: 100 },
  });
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });
  if (list.isError && !list.data)
    return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonLines lines={2} />;
  const items: readonly Connection[] = list.data.items;
  const profileOf = (id: string) => profiles.data?.items.find((profile) => profile.id === id);
  if (items.length === 0) {
    return (
      <div className="flex flex-col gap-2 text-grid text-ink-2">
        <p className="m-0">Chưa nối với AMIS. Chọn hồ sơ để xem gợi ý:</p>
        <ul className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0">
          {profiles.data?.items.map((profile) => (
            <li key={profile.id}>
              <TextLink
                to={(kind === 'product' ? paths.productSuggestions : paths.partnerSuggestions)(profile.id, {
                  q: bravoCode,
                })}
              >
                {profile.code}
              </TextLink>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <ul className="m-0 list-none divide-y divide-line p-0 text-grid">
      {items.map((connection) => (
        <li key={connection.id} className="flex items-start gap-3 py-2">
          <div className="min-w-0 grow">
            <p className="m-0">{connection.amisName}</p>
            <p className="m-0 text-small text-ink-3">
              {connection.amisCode} · hồ sơ {profileOf(connection.profileId)?.code ?? '…'}
            </p>
          </div>
          {'factor' in connection ? (
            connection.factor === null ? (
              <Chip tone="amber" icon>
                Thiếu hệ số
              </Chip>
            ) : (
              <span className="tabular whitespace-nowrap text-ink-2">{factorText(connection)}</span>
            )
          ) : connection.isDefault ? (
            <Chip tone="green">Mặc định</Chip>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
