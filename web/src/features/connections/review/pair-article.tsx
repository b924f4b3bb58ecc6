import { Chip } from '../../../ui/chip.tsx';
import { formatMoney } from '../../../ui/format/number.ts';
import type { TypedFactor } from '../factor-field.tsx';
import { FactorPart, WhyScore } from '../factor-part.tsx';
import { Alternatives } from './pair/alternatives.tsx';
import { scoreText } from './pair/evidence.tsx';
import type { Suggestion } from './pair/pair.ts';
import { PairView } from './pair/pair-view.tsx';
import { rejectionWords, whyNotBest } from './pair/why-not-best.ts';
import type { Outcome } from './queue.ts';
import { outcomeWord } from './queue-list.tsx';

const FACTOR = 'review';

/** The suggestion that is shown: of the queue itself, or another pair of one of its records. */
type Shown = {
  shown: Suggestion;
  /** The suggestion of the queue. */
  current: Suggestion;
  /** Words of the reasons for a rejection, by their code. */
  labels: ReadonlyMap<string, string>;
  outcome: Outcome | undefined;
};

/** One pair: how likely it is, both records, why it was suggested, its factor, and its rivals. */
export function PairArticle({
  shown,
  current,
  others,
  labels,
  outcome,
  factor,
  onFactor,
  onShow,
}: Shown & {
  others: readonly Suggestion[];
  factor: TypedFactor;
  onFactor: (value: TypedFactor) => void;
  onShow: (id: string) => void;
}) {
  return (
    <article aria-label="Cặp đang xem" className="mx-auto flex max-w-4xl flex-col gap-4 px-3 py-3 sm:px-6 sm:py-4">
      <PairHeader shown={shown} current={current} labels={labels} outcome={outcome} />
      {whyNotBest(shown, others) ? <p className="m-0 text-grid text-ink-2">{whyNotBest(shown, others)}</p> : null}
      <PairView pair={shown} />
      <WhyScore suggestion={shown} />
      {'suggestedFactor' in shown ? (
        <FactorPart
          key={shown.id}
          id={FACTOR}
          value={factor}
          onChange={onFactor}
          amisUnit={shown.amis.unit}
          bravoUnit={shown.bravo.unit}
          evidence={shown.factorEvidence}
          isContradicted={shown.factorContradicted}
        >
          {shown.suggestedFactor === null ? <li>Chưa đủ căn cứ để gợi ý hệ số.</li> : null}
        </FactorPart>
      ) : null}
      <section aria-label="Cặp khác">
        <h2 className="m-0 mb-1 text-grid font-semibold">Cặp khác của hai bản ghi này</h2>
        <Alternatives items={others} of={current} shownId={shown.id} onShow={onShow} />
      </section>
    </article>
  );
}

function PairHeader({ shown, current, labels, outcome }: Shown) {
  return (
    <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <span className="tabular text-[22px] leading-7 font-semibold" title="Xác suất hai bản ghi là một">
        {scoreText(shown.score)}
      </span>
      {shown.unlockValue > 0 ? (
        <span className="tabular text-base text-ink-2">
          mở ra <b className="font-semibold text-ink">{formatMoney(shown.unlockValue)}</b> chưa xuất hóa đơn
        </span>
      ) : null}
      <span className="flex flex-wrap gap-1.5">
        {shown !== current ? <Chip tone="amber">Cặp khác của bản ghi này</Chip> : null}
        {shown.status === 'rejected' ? (
          <Chip tone="red" icon>
            {[rejectionWords(shown, labels), shown.decidedBy].filter(Boolean).join(' · ')}
          </Chip>
        ) : null}
        {shown.status === 'accepted' ? (
          <Chip tone="green" icon>
            {['Đã nối', shown.decidedBy].filter(Boolean).join(' · ')}
          </Chip>
        ) : null}
        {outcome && shown === current ? (
          <Chip tone={outcome === 'accepted' ? 'green' : outcome === 'rejected' ? 'red' : 'grey'} icon>
            {outcomeWord(outcome)}
          </Chip>
        ) : null}
      </span>
    </header>
  );
}

export function focusFactor(): void {
  document.querySelector<HTMLInputElement>(`[data-factor="${FACTOR}"]`)?.focus();
}
