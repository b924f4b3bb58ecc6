import { useCall } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { strings } from '../../strings.ts';
import { formatCount } from '../../ui/format/number.ts';
import { TextLink } from '../../ui/link.tsx';
import type { Kind } from './kinds.ts';

/** The connected share of the two catalogues, in one line with the ways to the records that are missing. */
export function ConnectionStats({ kind, profileId }: { kind: Kind; profileId: string }) {
  const stats = useCall(kind.stats, { query: { profileId } });
  const { data } = stats;
  if (stats.isError && !data)
    return <span className="text-red-ink">Không tải được số liệu: {stats.error.message}</span>;
  if (!data) return <span className="text-ink-3">{strings.common.loading}</span>;
  const product = kind.name === 'product';
  const [lists, suggestions, own] = product
    ? [paths.products, paths.productSuggestions, paths.productConnections]
    : [paths.customers, paths.partnerSuggestions, paths.partnerConnections];
  const bravo = product ? paths.bravoItems : paths.bravoPartners;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      <span>
        Đã nối{' '}
        <b className="font-semibold text-ink">
          {formatCount(data.amisConnected)}/{formatCount(data.amisTotal)}
        </b>{' '}
        {kind.amisWord} đang dùng
        {data.amisTotal > data.amisConnected ? (
          <>
            {' '}
            (
            <TextLink className="underline" to={lists(profileId, { connected: 'false', isActive: 'true' })}>
              còn {formatCount(data.amisTotal - data.amisConnected)}
            </TextLink>
            )
          </>
        ) : null}
      </span>
      <span>
        <b className="font-semibold text-ink">
          {formatCount(data.bravoConnected)}/{formatCount(data.bravoTotal)}
        </b>{' '}
        {kind.bravoWord} đang dùng
        {data.bravoTotal > data.bravoConnected ? (
          <>
            {' '}
            (
            <TextLink className="underline" to={bravo({ connected: 'false', isActive: 'true', profileId })}>
              còn {formatCount(data.bravoTotal - data.bravoConnected)}
            </TextLink>
            )
          </>
        ) : null}
      </span>
      {data.factorMissing > 0 ? (
        <TextLink to={own(profileId, { factorMissing: 'true' })}>
          {formatCount(data.factorMissing)} thiếu hệ số
        </TextLink>
      ) : null}
      {data.pendingSuggestions > 0 ? (
        <TextLink to={suggestions(profileId)}>{formatCount(data.pendingSuggestions)} gợi ý chờ duyệt</TextLink>
      ) : null}
    </span>
  );
}
