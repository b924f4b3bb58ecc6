import type { Period } from '../../../shared/period.tsx';
import { formatInstant } from '../../../ui/format/time.ts';
import { Banner } from '../../../ui/states.tsx';

/** That the period can only be read any more: who closed it when, and what they wrote of it. */
export function ClosedCard({ period }: { period: Period }) {
  if (period.status !== 'closed' || period.closedAt === null) return null;
  return (
    <Banner tone="info">
      <p className="m-0">
        Kỳ đã đóng lúc {formatInstant(period.closedAt)}
        {period.closedBy ? ` bởi ${period.closedBy}` : ''}: xem và tải lại bộ tệp được, không nạp hay sinh thêm.
      </p>
      {period.closeAcknowledgement ? (
        <p className="m-0 whitespace-pre-line">Lời ghi nhận: «{period.closeAcknowledgement}»</p>
      ) : null}
    </Banner>
  );
}
