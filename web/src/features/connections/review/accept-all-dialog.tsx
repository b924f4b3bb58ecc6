import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { Select } from '../../../ui/select.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import { sumUp, THRESHOLDS, type Threshold } from './accept-all.ts';
import type { ReviewQuery } from './filters.ts';
import type { Suggestion } from './pair.ts';

const PER_PAGE = 500;
/** As many as one step takes; the rest waits for the next. */
const MOST = 5000;

async function above(kind: Kind, query: ReviewQuery, minScore: number, signal: AbortSignal): Promise<Suggestion[]> {
  const found: Suggestion[] = [];
  for (let offset = 0; offset < MOST; offset += PER_PAGE) {
    const page = await call(
      kind.suggestions,
      {
        query: {
          profileId: query.profileId,
          status: 'pending',
          sort: '-score',
          bestOnly: true,
          minScore,
          ...(query.q && { q: query.q }),
          limit: PER_PAGE,
          offset,
        },
      },
      { signal },
    );
    found.push(...(page.items as readonly Suggestion[]));
    if (page.items.length < PER_PAGE) break;
  }
  return found;
}

/** Accepts everything above a threshold, after saying how many that is and what it means. One undo takes it back. */
export function AcceptAllDialog({
  kind,
  query,
  onAccept,
  onClose,
}: {
  kind: Kind;
  query: ReviewQuery;
  onAccept: (suggestions: readonly Suggestion[]) => void;
  onClose: () => void;
}) {
  const [threshold, setThreshold] = useState<Threshold>('0.99');
  const found = useQuery({
    queryKey: [kind.suggestions, 'above', query.profileId, query.q, threshold],
    queryFn: async ({ signal }) => sumUp(await above(kind, query, Number(threshold), signal)),
    staleTime: 0,
  });
  const sum = found.data;
  const count = sum?.accepted.length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Chấp nhận hàng loạt"
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            disabled={!sum || count === 0}
            onClick={() => {
              if (sum) onAccept(sum.accepted);
              onClose();
            }}
          >
            {sum ? `Chấp nhận ${formatCount(count)} gợi ý` : 'Chấp nhận'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select label="Điểm từ" value={threshold} onChange={setThreshold} options={THRESHOLDS} />
        {query.q ? <p className="m-0 text-grid text-ink-2">Chỉ trong các gợi ý khớp từ khóa «{query.q}».</p> : null}
        {found.isError ? (
          <ErrorState message={errorMessage(found.error)} onRetry={() => void found.refetch()} />
        ) : !sum ? (
          <SkeletonLines lines={3} className="px-0" />
        ) : (
          <>
            <Facts>
              <Fact label="Sẽ nối">{formatCount(count)} cặp</Fact>
              <Fact label="Giá trị mở ra">{formatMoney(sum.unlockValue)}</Fact>
              <Fact label="Điểm thấp nhất">{sum.lowest}</Fact>
              {sum.withoutFactor > 0 ? (
                <Fact label="Chưa có hệ số">{formatCount(sum.withoutFactor)} cặp, cần nhập sau</Fact>
              ) : null}
              {sum.contradicted > 0 ? (
                <Fact label="Để lại xem tay">{formatCount(sum.contradicted)} cặp giá mâu thuẫn hệ số</Fact>
              ) : null}
            </Facts>
            <p className="m-0 text-small text-ink-3">
              Điểm là xác suất đúng: ở mức này, trung bình khoảng {sum.expectedWrong} cặp có thể sai. Hoàn tác được cả
              đợt bằng phím U.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
