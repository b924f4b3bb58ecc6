import { Button } from '../../../ui/button.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { type Candidate, gatheredAgreement } from './agreement.ts';
import { Signals } from './signals.tsx';
import type { Review } from './use-decide.ts';

/** The lines that a person has ticked as gathered by one AMIS entry, in that order: their sum beside the entry's, and the decision. */
export function GatheredLines({
  review,
  lines,
  busy,
  onDecide,
}: {
  review: Review;
  lines: readonly Candidate[];
  busy: boolean;
  onDecide: () => void;
}) {
  const sum = lines.reduce((all, one) => all + one.amount, 0);
  const documents = [...new Set(lines.map((one) => one.document))];
  return (
    <section
      aria-label="Các dòng được gộp"
      className="sticky -top-3 z-10 mb-2 rounded-md border border-primary bg-raised p-3 text-grid"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="m-0 min-w-0" role="status">
          <span className="font-semibold">
            Gộp {formatCount(lines.length)} dòng bán: {formatVnd(sum)} đồng
          </span>
          <span className="block text-ink-2">
            {lines.length < 2 ? 'Chọn thêm những dòng mà chứng từ này gộp.' : documents.join(', ')}
          </span>
        </p>
        <Button size="sm" variant="primary" busy={busy} disabled={lines.length < 2} onClick={onDecide}>
          Là các dòng này
        </Button>
      </div>
      <Signals of={gatheredAgreement(review, lines)} />
    </section>
  );
}
