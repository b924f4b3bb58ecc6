import type { ItemOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { AppLink, TextLink } from '../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { factorText } from './factor.ts';

type Connection = ItemOf<'listProductConnections'> | ItemOf<'listPartnerConnections'>;
/** A record has a few; one for walk-in customers may have many more. */
const SHOWN = 100;

type Kind = 'product' | 'partner';
/** The owner of the connections: an AMIS record in its profile, or a Bravo record in all profiles. */
type Of = { profileId: string; amisCode: string } | { bravoCode: string };

const places = {
  product: { list: 'listProductConnections', page: paths.productConnections, suggestions: paths.productSuggestions },
  partner: { list: 'listPartnerConnections', page: paths.partnerConnections, suggestions: paths.partnerSuggestions },
} as const;

/** The records of the other system that a record is connected with, or the way to connect it. */
export function ConnectedRecords({ kind, of }: { kind: Kind; of: Of }) {
  const list = useCall(places[kind].list, { query: { ...of, limit: SHOWN } });
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } }, { enabled: 'bravoCode' in of });
  if (list.isError && !list.data)
    return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonLines lines={2} />;
  const items: readonly Connection[] = list.data.items;
  const codeOf = (id: string) => profiles.data?.items.find((profile) => profile.id === id)?.code ?? '…';
  if (items.length === 0)
    return 'amisCode' in of ? (
      <FromAmis kind={kind} {...of} />
    ) : (
      <FromBravo kind={kind} bravoCode={of.bravoCode} profiles={profiles.data?.items ?? []} />
    );
  return (
    <>
      <ul className="m-0 list-none divide-y divide-line p-0 text-grid">
        {items.map((connection) => (
          <li key={connection.id} className="flex items-start gap-3 py-2">
            <div className="min-w-0 grow">
              <AppLink
                to={places[kind].page(connection.profileId, { id: connection.id })}
                className="text-ink no-underline hover:text-accent hover:underline"
              >
                {'amisCode' in of ? connection.bravoName || connection.bravoCode : connection.amisName}
              </AppLink>
              <p className="m-0 text-small text-ink-3">
                {'amisCode' in of
                  ? withTaxCode(connection.bravoCode, 'bravoTaxCode' in connection ? connection.bravoTaxCode : '')
                  : `${connection.amisCode} · hồ sơ ${codeOf(connection.profileId)}`}
              </p>
            </div>
            <Meaning connection={connection} />
          </li>
        ))}
      </ul>
      {list.data.total > SHOWN ? (
        <p className="m-0 pt-1 text-small text-ink-3">
          Hiện {SHOWN} liên kết trong {formatCount(list.data.total)}.
        </p>
      ) : null}
    </>
  );
}

const withTaxCode = (code: string, taxCode: string): string => (taxCode ? `${code} · MST ${taxCode}` : code);

function Meaning({ connection }: { connection: Connection }) {
  if ('isDefault' in connection) return connection.isDefault ? <Chip tone="green">Mặc định</Chip> : null;
  return connection.factor === null ? (
    <Chip tone="amber" icon>
      Thiếu hệ số
    </Chip>
  ) : (
    <span className="tabular whitespace-nowrap text-ink-2">{factorText(connection)}</span>
  );
}

function FromAmis({ kind, profileId, amisCode }: { kind: Kind; profileId: string; amisCode: string }) {
  const { page, suggestions } = places[kind];
  return (
    <p className="m-0 text-grid text-ink-2">
      Chưa nối với {kind === 'product' ? 'vật tư' : 'đối tượng'} Bravo nào. Hãy xem{' '}
      <TextLink className="underline" to={suggestions(profileId, { q: amisCode })}>
        gợi ý
      </TextLink>{' '}
      hoặc{' '}
      <TextLink className="underline" to={page(profileId, { new: 'true', amis: amisCode })}>
        nối tay
      </TextLink>
      .
    </p>
  );
}

function FromBravo({
  kind,
  bravoCode,
  profiles,
}: {
  kind: Kind;
  bravoCode: string;
  profiles: readonly { id: string; code: string }[];
}) {
  return (
    <div className="flex flex-col gap-2 text-grid text-ink-2">
      <p className="m-0">Chưa nối với AMIS. Chọn hồ sơ để xem gợi ý:</p>
      <ul className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0">
        {profiles.map((profile) => (
          <li key={profile.id}>
            <TextLink to={places[kind].suggestions(profile.id, { q: bravoCode })}>{profile.code}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
