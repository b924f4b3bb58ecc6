import { useState } from 'react';
import { errorMessage } from '../../../api/errors.ts';
import { useCall } from '../../../api/query.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/card.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { formatCount, formatDecimal, formatMoney } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import type { Choice } from './batch.ts';
import type { ReviewQuery } from './filters.ts';
import { scoreText } from './pair/evidence.tsx';
import { thresholdText } from './quality/quality-figures.ts';

const THRESHOLDS = [
  { value: '0.99', label: '99%' },
  { value: '0.98', label: '98%' },
  { value: '0.95', label: '95%' },
  { value: '0.9', label: '90%' },
  { value: '0.8', label: '80%' },
] as const;
type Threshold = (typeof THRESHOLDS)[number]['value'];

/** Accepts everything above a threshold, after saying how many that is and what it means. One undo takes it back. */
export function AcceptAllDialog({
  kind,
  query,
  onAccept,
  onClose,
}: {
  kind: Kind;
  query: ReviewQuery;
  onAccept: (choice: Choice) => void;
  onClose: () => void;
}) {
  const [threshold, setThreshold] = useState<Threshold>('0.99');
  const above = { minScore: Number(threshold), ...(query.q && { q: query.q }) };
  const found = useCall(kind.acceptable, { query: { profileId: query.profileId, ...above } }, { staleMs: 0 });
  const quality = useCall(kind.quality, { query: { profileId: query.profileId } });
  const measured = quality.data?.thresholds.find(({ minScore }) => minScore === above.minScore);
  const sum = found.data;
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
            disabled={!sum || sum.count === 0}
            onClick={() => {
              onAccept({ above });
              onClose();
            }}
          >
            {sum ? `Chấp nhận ${formatCount(sum.count)} gợi ý` : 'Chấp nhận'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select label="Điểm từ" value={threshold} onChange={setThreshold} options={THRESHOLDS} />
        {quality.data && measured ? (
          <p className="m-0 text-grid text-ink-2">{thresholdText(measured, quality.data.enough)}</p>
        ) : null}
        {query.q ? <p className="m-0 text-grid text-ink-2">Chỉ trong các gợi ý khớp từ khóa «{query.q}».</p> : null}
        {found.isError ? (
          <ErrorState message={errorMessage(found.error)} onRetry={() => void found.refetch()} />
        ) : !sum ? (
          <SkeletonLines lines={3} className="px-0" />
        ) : (
          <>
            <Facts>
              <Fact label="Sẽ nối">
                {formatCount(sum.count)} cặp{sum.isCut ? ', còn nữa chờ lần sau' : ''}
              </Fact>
              <Fact label="Giá trị mở ra">{formatMoney(sum.unlockValue)}</Fact>
              <Fact label="Điểm thấp nhất">{sum.lowestScore === null ? '' : scoreText(sum.lowestScore)}</Fact>
              {sum.withoutFactor > 0 ? (
                <Fact label="Chưa có hệ số">{formatCount(sum.withoutFactor)} cặp, cần nhập sau</Fact>
              ) : null}
              {sum.contradicted > 0 ? (
                <Fact label="Để lại xem tay">{formatCount(sum.contradicted)} cặp giá mâu thuẫn hệ số</Fact>
              ) : null}
              {sum.setAside > 0 ? (
                <Fact label="Đã bị thấy sai hoặc bỏ liên kết">{formatCount(sum.setAside)} cặp, để lại xem tay</Fact>
              ) : null}
            </Facts>
            <p className="m-0 text-small text-ink-3">
              Điểm là xác suất đúng: ở mức này, trung bình khoảng {upToTenth(sum.expectedWrong)} cặp có thể sai. Hoàn
              tác được cả đợt bằng phím U.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Rounded up, so that it never promises too much. */
const upToTenth = (value: number): string => formatDecimal(String(Math.ceil(value * 10) / 10));
