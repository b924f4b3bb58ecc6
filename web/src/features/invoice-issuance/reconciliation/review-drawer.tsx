import { Fragment, useState } from 'react';
import { paths } from '../../../paths.ts';
import { periodQuery } from '../../../shared/period.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { SearchField, TextField } from '../../../ui/fields/text-field.tsx';
import { formatCount, formatQuantity, formatVnd } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { AppLink } from '../../../ui/link.tsx';
import { Drawer } from '../../../ui/overlays/dialog.tsx';
import { Banner, ErrorState } from '../../../ui/states.tsx';
import { agreement, type Candidate } from './agreement.ts';
import { GatheredLines } from './gathered-lines.tsx';
import { ENTRY_STATE, type Entry } from './places.ts';
import { Signals } from './signals.tsx';
import type { Review, Said } from './use-decide.ts';

/** One AMIS entry beside the Bravo lines that it may be: a person says which, which ones it gathers, or none. */
export function ReviewDrawer({
  review,
  takenBy = [],
  closed,
  busy,
  search,
  failed,
  onClose,
  onDecide,
  onUndo,
}: {
  review: Review;
  /** The other periods that count the entry as their sale, as long as a person says nothing else here. */
  takenBy?: Entry['takenBy'];
  /** The period is closed: only to read. */
  closed: boolean;
  busy: boolean;
  /** A person may look for another line of the period. */
  search?: { readonly q: string; readonly onSearch: (q: string) => void };
  /** The lines that are asked for could not be read. */
  failed?: { readonly message: string; readonly onRetry: () => void } | undefined;
  onClose: () => void;
  onDecide: (said: Said, note: string) => void;
  onUndo: () => void;
}) {
  const [note, setNote] = useState('');
  const [gathered, setGathered] = useState<readonly Candidate[]>([]);
  const { decision } = review;
  const decides = !decision && !closed;
  const isTaken = !decision && takenBy.length > 0;
  return (
    <Drawer
      open
      width="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Chứng từ AMIS ${review.voucherNumber}`}
      description={`${review.profileCode} · ${review.why || (isTaken ? ENTRY_STATE.not_ours.label : 'Máy không thấy dòng bán nào của Bravo khớp')}`}
      footer={
        closed ? undefined : decision ? (
          <Button busy={busy} onClick={onUndo}>
            Bỏ quyết định
          </Button>
        ) : (
          <Button busy={busy} onClick={() => onDecide({ line: null }, note)}>
            Không phải dòng nào của kỳ
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {decision ? (
          <Banner tone={decision.line !== null && decision.appliedAmount === 0 ? 'warning' : 'success'}>
            {decisionWords(decision)} · {decision.by} · {formatInstant(decision.at)}
            {decision.note ? ` · ${decision.note}` : ''}
            {decision.line !== null && decision.appliedAmount === 0
              ? '. Kế hoạch đang dùng chưa tính quyết định này, hoặc dòng Bravo đã có hóa đơn khác: hãy sinh lại và xem lại dòng đó.'
              : ''}
          </Banner>
        ) : null}
        {isTaken ? <TakenBy voucherNumber={review.voucherNumber} periods={takenBy} /> : null}
        {review.inLedger ? null : (
          <Banner tone="warning">Sổ AMIS nạp gần nhất không còn dòng này, nên quyết định không có tác dụng.</Banner>
        )}
        <section aria-label="Dòng sổ AMIS">
          <h3 className="m-0 mb-1.5 text-base font-semibold">Trên sổ bán hàng AMIS</h3>
          <Facts>
            <Fact label="Ngày chứng từ">{formatDay(review.documentDate)}</Fact>
            <Fact label="Số hóa đơn">{review.invoiceNumber}</Fact>
            <Fact label="Khách hàng">{[review.customerCode, review.customerName].filter(Boolean).join(' · ')}</Fact>
            <Fact label="Hàng">
              {review.productCode} · {review.productName}
            </Fact>
            <Fact label="Số lượng">
              {formatQuantity(review.quantity)} {review.unit}
            </Fact>
            <Fact label="Tiền hàng">{formatVnd(review.amount)} đồng</Fact>
            <Fact label="Nằm ở">
              {review.rowNumber === null ? '' : `dòng ${review.rowNumber} của tệp ${review.fileName}`}
            </Fact>
          </Facts>
        </section>
        {decides ? (
          <TextField
            label="Ghi chú cho quyết định"
            value={note}
            maxLength={2000}
            onChange={(event) => setNote(event.target.value)}
          />
        ) : null}
        <section data-first aria-label="Dòng Bravo">
          <h3 className="m-0 mb-1.5 text-base font-semibold">Có thể là dòng bán nào của Bravo</h3>
          {search && decides ? (
            <SearchField
              className="mb-2 w-full sm:w-full"
              label="Tìm dòng bán khác của kỳ"
              placeholder="Tìm dòng khác: số chứng từ, khách, hàng"
              value={search.q}
              onChange={search.onSearch}
            />
          ) : null}
          {gathered.length > 0 && decides ? (
            <GatheredLines
              review={review}
              lines={gathered}
              busy={busy}
              onDecide={() => {
                const [line = null, ...otherLines] = gathered.map((one) => one.line);
                onDecide({ line, otherLines }, note);
              }}
            />
          ) : null}
          {failed ? (
            <ErrorState {...failed} />
          ) : (
            <p className="m-0 text-ink-2 not-empty:mb-2" role="status">
              {foundWords(review.candidates.length, decides && Boolean(search?.q))}
            </p>
          )}
          <ul className="m-0 flex list-none flex-col gap-2 p-0">
            {(failed ? [] : review.candidates).map((candidate) => (
              <CandidateCard
                key={candidate.line}
                review={review}
                candidate={candidate}
                action={
                  decides ? (
                    <div className="flex flex-wrap items-center gap-3 [&_*]:scroll-mt-32">
                      <Checkbox
                        label={
                          <>
                            Gộp<span className="sr-only"> dòng {candidate.line}</span>
                          </>
                        }
                        checked={gathered.some(({ line }) => line === candidate.line)}
                        onChange={(isTicked) =>
                          setGathered((lines) => [
                            ...lines.filter(({ line }) => line !== candidate.line),
                            ...(isTicked ? [candidate] : []),
                          ])
                        }
                      />
                      <Button
                        size="sm"
                        variant={gathered.length > 0 ? 'secondary' : 'primary'}
                        busy={busy}
                        aria-label={`Là dòng này: ${candidate.line}`}
                        onClick={() => onDecide({ line: candidate.line }, note)}
                      >
                        Là dòng này
                      </Button>
                    </div>
                  ) : null
                }
              />
            ))}
          </ul>
        </section>
      </div>
    </Drawer>
  );
}

/** Says which periods have the voucher, each a link to it there. */
function TakenBy({ voucherNumber, periods }: { voucherNumber: string; periods: Entry['takenBy'] }) {
  const several = periods.length > 1;
  return (
    <Banner>
      {several ? 'Các kỳ' : 'Kỳ'}{' '}
      {periods.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 ? ', ' : ''}
          <AppLink
            to={paths.reconciliation({ tab: 'entries', q: voucherNumber, ...periodQuery(id) })}
            className="text-inherit underline"
          >
            «{name}»
          </AppLink>
        </Fragment>
      ))}{' '}
      đã tính chứng từ này cho bán hàng của {several ? 'các kỳ' : 'kỳ'} đó, nên nó không thuộc kỳ này, trừ khi có người
      quyết định khác.
    </Banner>
  );
}

const decisionWords = ({ line, otherLines }: NonNullable<Review['decision']>): string =>
  line === null
    ? 'Không phải dòng bán nào của kỳ'
    : otherLines.length > 0
      ? `Gộp ${otherLines.length + 1} dòng Bravo ${[line, ...otherLines].join(', ')}`
      : `Là dòng Bravo ${line}`;

/** As many lines are answered to a search at most. */
const MOST_CANDIDATES = 50;

/** Says how many lines a search found, and that none is likely where none is. */
function foundWords(count: number, isSearch: boolean): string {
  if (count === 0)
    return isSearch
      ? 'Kỳ không có dòng bán nào như vậy.'
      : 'Không dòng bán nào cùng khách hay cùng tiền trong 31 ngày trước đến 3 ngày sau ngày chứng từ, hay cùng hàng trong ngày ấy.';
  if (!isSearch) return '';
  return count < MOST_CANDIDATES
    ? `Thấy ${formatCount(count)} dòng.`
    : `Chỉ hiện ${formatCount(count)} dòng đầu: gõ thêm để tìm hẹp hơn.`;
}

/** A Bravo line with what agrees with the entry and what does not, each in words. */
function CandidateCard({
  review,
  candidate,
  action,
}: {
  review: Review;
  candidate: Candidate;
  action: React.ReactNode;
}) {
  const { decision } = review;
  const chosen = decision?.line === candidate.line || (decision?.otherLines.includes(candidate.line) ?? false);
  return (
    <li className={`rounded-md border p-3 text-grid ${chosen ? 'border-primary bg-tint' : 'border-line'}`}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <AppLink to={paths.bravoSale(candidate.documentId)} className="text-accent underline">
            {candidate.document}
          </AppLink>{' '}
          · {formatDay(candidate.docDate)}
          <span className="block text-ink-2">
            {candidate.partnerCode} · {candidate.partnerName}
          </span>
          <span className="block text-ink-2">
            {candidate.itemCode} · {candidate.itemName}
          </span>
          <span className="tabular block">
            {formatQuantity(candidate.baseQuantity)} {candidate.unit} · {formatVnd(candidate.amount)} đồng
          </span>
          {candidate.placed !== 0 ? (
            <span className="tabular block text-ink-3">
              Đang có hóa đơn, kể cả nháp, cho {formatVnd(candidate.placed)} đồng của dòng này
            </span>
          ) : null}
        </div>
        {chosen ? (
          <Chip tone="green" icon>
            Đã chọn
          </Chip>
        ) : (
          action
        )}
      </div>
      <Signals of={agreement(review, candidate)} />
    </li>
  );
}
