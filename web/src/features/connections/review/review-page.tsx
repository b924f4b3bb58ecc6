import { useRouterState } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../api/errors.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { useProfileId } from '../../../shared/profile-id.ts';
import { useParam } from '../../../shared/use-param.ts';
import { useArrival } from '../../../ui/arrival.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { AppLink } from '../../../ui/link.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import { AcceptAllDialog } from './accept-all-dialog.tsx';
import { type ReviewQuery, useReviewFilters } from './filters.ts';
import { comparison, GenerateButton, GenerationStatus, lastComparison, useGeneration } from './generate.tsx';
import { QualityPanel } from './quality/quality-panel.tsx';
import { currentId, tally } from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewDesk } from './review-desk.tsx';
import { ReviewToolbar } from './review-toolbar.tsx';
import { useReview } from './use-review.ts';

/** The review of suggestions of one kind: one pair after the other, by keyboard, without losing the place. */
export function ReviewPage({ kind }: { kind: Kind }) {
  const profileId = useProfileId();
  const { search, query } = useReviewFilters(kind, profileId);
  const [at, setAt] = useParam('at');
  const startAt = useRef(at || undefined);
  const review = useReview(kind, query, startAt.current);
  const generation = useGeneration(kind, profileId, review.restart);
  const [acceptingAll, setAcceptingAll] = useState(false);
  const [quality, setQuality] = useParam('quality');
  const pending = query.status === 'pending';
  const { queue, total } = review;
  const counts = tally(queue);
  const decided = counts.accepted + counts.rejected;
  const shown = currentId(queue);

  useShownInAddress(shown, at, setAt);

  const toConnections = paths.connections(profileId, kind.name);
  const left = total === undefined ? undefined : Math.max(0, total - decided - counts.closed);

  const desk = useRef<HTMLDivElement>(null);
  useArrival(desk, queue.ids.length > 0);

  const canAcceptAll = Boolean(left) && pending;
  return (
    <Page
      title="Duyệt gợi ý"
      crumbs={[{ label: kind.title, to: toConnections }]}
      kind="list"
      description={
        <span role="status" className="tabular">
          {left === undefined ? '' : progress(left, counts, review.saving)}
        </span>
      }
      actions={
        <ReviewActions
          generation={generation}
          canAcceptAll={canAcceptAll}
          onAcceptAll={() => setAcceptingAll(true)}
          onQuality={() => setQuality('1')}
          certifyAt={certifyAt(kind, query, canAcceptAll)}
        />
      }
    >
      <ReviewToolbar kind={kind} search={search} query={query} />
      <GenerationStatus generation={generation} />
      {review.error && queue.ids.length === 0 ? (
        <ErrorState title="Không tải được gợi ý." message={errorMessage(review.error)} onRetry={review.restart} />
      ) : total === undefined ? (
        <SkeletonLines lines={8} />
      ) : queue.ids.length === 0 && decided === 0 ? (
        search.filtered ? (
          <NothingFound onClear={search.clear} />
        ) : (
          <EmptyState
            title="Không có gợi ý nào đang chờ."
            hint={lastComparison(kind, generation) ?? comparison(kind)}
            action={
              <>
                <GenerateButton generation={generation} primary />
                <AppLink to={toConnections} className={buttonClass()}>
                  Xem liên kết
                </AppLink>
              </>
            }
          />
        )
      ) : (
        <div ref={desk} tabIndex={-1} className="flex min-h-0 grow focus-visible:-outline-offset-2">
          <aside aria-label="Hàng chờ" className="hidden w-64 shrink-0 overflow-y-auto border-r border-line lg:block">
            <QueueList review={review} selectable={pending} />
          </aside>
          <ReviewDesk
            kind={kind}
            review={review}
            status={query.status}
            paused={acceptingAll || quality !== ''}
            onAcceptAll={() => setAcceptingAll(canAcceptAll)}
            done={
              <EmptyState
                icon={<CircleCheckBig aria-hidden />}
                title="Đã xem hết danh sách này."
                hint={`Nối ${formatCount(counts.accepted)}, từ chối ${formatCount(counts.rejected)}, chưa chắc ${formatCount(counts.skipped)}.`}
                action={
                  <>
                    {counts.skipped > 0 ? (
                      <Button variant="primary" onClick={review.reopen}>
                        Xem lại {formatCount(counts.skipped)} cặp chưa chắc
                      </Button>
                    ) : null}
                    {search.filtered ? <Button onClick={search.clear}>Xóa bộ lọc</Button> : null}
                    <AppLink to={toConnections} className={buttonClass()}>
                      Xem liên kết
                    </AppLink>
                  </>
                }
              />
            }
          />
        </div>
      )}
      {quality ? (
        <QualityPanel
          kind={kind}
          profileId={profileId}
          onLearn={generation.learn}
          onClose={() => setQuality(undefined, true)}
        />
      ) : null}
      {acceptingAll ? (
        <AcceptAllDialog kind={kind} query={query} onAccept={review.acceptAll} onClose={() => setAcceptingAll(false)} />
      ) : null}
    </Page>
  );
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="Không có gợi ý nào khớp bộ lọc." action={<Button onClick={onClear}>Xóa bộ lọc</Button>} />
);

/** The address where a bucket is accepted with a bound on its errors; begun with what the list is narrowed to. */
const certifyAt = (kind: Kind, { profileId, minScore, q }: ReviewQuery, hasPairs: boolean): string =>
  paths.certifications(profileId, kind.name, { ...(hasPairs && { new: 'true' }), minScore, words: q });

/** The address names the shown suggestion: a refresh and a link come back to it. */
function useShownInAddress(
  shown: string | undefined,
  at: string,
  setAt: (id: string | undefined, replace?: boolean) => void,
): void {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const ownPath = useRef(pathname);
  useEffect(() => {
    // While another page is on its way, the address is already that page's.
    if (shown && shown !== at && pathname === ownPath.current) setAt(shown, true);
  }, [shown, at, setAt, pathname]);
}

/** "Còn 12 · nối 3 · từ chối 1". */
const progress = (left: number, counts: ReturnType<typeof tally>, saving: boolean): string =>
  [
    `Còn ${formatCount(left)}`,
    counts.accepted > 0 ? `nối ${formatCount(counts.accepted)}` : '',
    counts.rejected > 0 ? `từ chối ${formatCount(counts.rejected)}` : '',
    counts.skipped > 0 ? `chưa chắc ${formatCount(counts.skipped)}` : '',
    saving ? 'đang lưu…' : '',
  ]
    .filter(Boolean)
    .join(' · ');
