import { ArrowLeft, Check, CircleHelp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import { PairView } from '../review/pair/pair-view.tsx';
import { GiveUp } from './give-up.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { useJudging } from './use-judging.ts';
import { useJudgingKeys } from './use-judging-keys.ts';
import { boundText, type Certification, type Judging, judgedText, promiseText } from './words.ts';

/** The sample, one pair after the other, by keyboard and without the score. */
export function BlindDesk(props: {
  kind: Kind;
  judging: Judging;
  onJudging: (next: Judging) => void;
  reload: () => void;
}) {
  const { kind, judging, reload } = props;
  const { certification, pair } = judging;
  const { busy, judge, back } = useJudging(props);
  const [splitting, setSplitting] = useState(false);
  useJudgingKeys({ judge, back }, !splitting);
  const scroller = useRef<HTMLElement>(null);
  const place = pair?.place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair is the trigger
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [place]);
  return (
    <div className="flex min-h-0 grow flex-col">
      <SampleProgress certification={certification} onSplit={() => setSplitting(true)} />
      <section
        ref={scroller}
        aria-label="Nội dung cặp"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2"
      >
        {pair ? (
          <article
            aria-label="Cặp đang xem"
            className="mx-auto flex max-w-4xl flex-col gap-3 px-3 py-3 sm:px-6 sm:py-4"
          >
            <h2 className="m-0 text-base font-semibold">
              Cặp thứ {formatCount(pair.place)} của mẫu: hai bên có là một{' '}
              {kind.name === 'product' ? 'mặt hàng' : 'đối tác'} không?
            </h2>
            {pair.kind === 'gone' ? <GonePair pair={pair} /> : <PairView pair={pair} />}
          </article>
        ) : (
          <EmptyState
            title="Đã xem hết nhóm."
            hint="Mọi cặp đều đã xem mà vẫn sai quá mức đã chọn. Hãy tách nhóm, hoặc bỏ đợt này và duyệt từng cặp."
          />
        )}
      </section>
      <footer data-foot className="flex items-center gap-2 border-t border-line bg-sunken px-3 py-2 sm:px-6">
        <Button
          variant="ghost"
          icon={<ArrowLeft aria-hidden />}
          disabled={certification.judged === 0 || busy}
          onClick={back}
        >
          <Label keys="←">
            <span className="max-sm:sr-only">Cặp trước</span>
          </Label>
        </Button>
        <span className="grow" />
        <Button
          icon={<CircleHelp aria-hidden />}
          className="max-sm:[&>svg]:hidden"
          disabled={!pair || busy}
          onClick={() => judge('unsure')}
        >
          <Label keys="3">Không rõ</Label>
        </Button>
        <Button
          icon={<X aria-hidden />}
          className="max-sm:[&>svg]:hidden"
          disabled={!pair || busy}
          onClick={() => judge('wrong')}
        >
          <Label keys="2">Sai</Label>
        </Button>
        <Button
          variant="primary"
          icon={<Check aria-hidden />}
          disabled={!pair || pair.kind === 'gone' || busy}
          onClick={() => judge('right')}
        >
          Đúng
          <span className="max-md:hidden">
            <Kbd inverse>1</Kbd>
          </span>
        </Button>
      </footer>
      {splitting ? (
        <SplitDialog kind={kind} certification={certification} reload={reload} onClose={() => setSplitting(false)} />
      ) : null}
    </div>
  );
}

const Label = ({ keys, children }: { keys: string; children: ReactNode }) => (
  <>
    {children}
    <span className="max-md:hidden">
      <Kbd>{keys}</Kbd>
    </span>
  </>
);

/** The progress of the sample, and the bounds that it gives so far. */
function SampleProgress({ certification, onSplit }: { certification: Certification; onSplit: () => void }) {
  const { judged, expectedJudgements, rowsBound, valueBound, wrong, unsure, state } = certification;
  const errors = wrong + unsure;
  return (
    <div className="flex flex-col gap-2 border-b border-line px-3 py-2 sm:px-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-48 max-w-xl grow">
          <Progress
            label={promiseText(certification)}
            percent={Math.min(99, (100 * judged) / expectedJudgements)}
            done={judged}
            total={Math.max(judged, expectedJudgements)}
          />
        </div>
        {errors > 0 && state === 'judging' ? (
          <Button size="sm" onClick={onSplit}>
            Tách nhóm…
          </Button>
        ) : null}
        {state === 'judging' ? <GiveUp certification={certification} /> : null}
      </div>
      <p role="status" className="tabular m-0 text-small text-ink-2">
        {judgedText(certification)}
        {judged > 0
          ? `. Sai nhiều nhất lúc này: ${boundText(rowsBound)} theo dòng, ${boundText(valueBound)} theo đồng`
          : ''}
        .{errors > 0 ? ' Có cặp chưa đúng nên phải xem nhiều hơn; cặp đó không được nối mà chờ duyệt thường.' : ''}
      </p>
    </div>
  );
}

/** A pair whose records or suggestion are there no more: it cannot be called right. */
function GonePair({ pair }: { pair: Extract<NonNullable<Judging['pair']>, { kind: 'gone' }> }) {
  return (
    <div className="flex flex-col gap-1 text-base">
      <p className="m-0">
        {pair.amisCode} · {pair.amisName}
      </p>
      <p className="m-0">
        {pair.bravoCode} · {pair.bravoName}
      </p>
      <p className="m-0 text-grid text-ink-2">
        Gợi ý này không còn nữa vì bản ghi đã đổi sau khi chốt mẫu. Chọn «Không rõ» để xem tiếp.
      </p>
    </div>
  );
}
