import { call } from '../../../../api/client.ts';
import { errorMessage } from '../../../../api/errors.ts';
import { useAction, useCall } from '../../../../api/query.ts';
import { useSession } from '../../../../api/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Fact, Facts } from '../../../../ui/card.tsx';
import { Switch } from '../../../../ui/fields/checkbox.tsx';
import { formatCount, formatPercent } from '../../../../ui/format/number.ts';
import { formatInstant } from '../../../../ui/format/time.ts';
import { Drawer } from '../../../../ui/overlays/dialog.tsx';
import { toast } from '../../../../ui/overlays/toast.tsx';
import { ErrorState, SkeletonLines } from '../../../../ui/states.tsx';
import type { Kind } from '../../kinds.ts';
import { type Quality, shareText, wordsText } from './quality-figures.ts';

/**
 * The trust that the scores deserve, measured on the decisions of this company, and the lessons learned from those
 * decisions.
 */
export function QualityPanel({
  kind,
  profileId,
  onLearn,
  onClose,
}: {
  kind: Kind;
  profileId: string;
  /** Brings changed records up to date and learns from the decisions. */
  onLearn: () => void;
  onClose: () => void;
}) {
  const quality = useCall(kind.quality, { query: { profileId } }, { staleMs: 0 });
  const data = quality.data;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Chất lượng gợi ý"
      width="lg"
    >
      {quality.isError && !data ? (
        <ErrorState message={errorMessage(quality.error)} onRetry={() => void quality.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : (
        <div className="flex flex-col gap-6">
          <Thresholds quality={data} />
          <Bands quality={data} />
          {data.reasons.length > 0 ? (
            <section>
              <Title>Vì sao từ chối</Title>
              <Facts>
                {data.reasons.map(({ code, label, count }) => (
                  <Fact key={code} label={label}>
                    {formatCount(count)}
                  </Fact>
                ))}
              </Facts>
            </section>
          ) : null}
          <Learning kind={kind} profileId={profileId} quality={data} onLearn={onLearn} />
        </div>
      )}
    </Drawer>
  );
}

const Title = ({ children }: { children: string }) => <h2 className="m-0 mb-2 text-base font-semibold">{children}</h2>;

const cell = 'px-2 py-1.5 text-left align-top';

function Thresholds({ quality }: { quality: Quality }) {
  return (
    <section>
      <Title>Độ chính xác theo mức điểm</Title>
      <p className="m-0 mb-2 text-grid text-ink-2">
        Trong các cặp có điểm từ mức này, bao nhiêu cặp đã được chấp nhận. Chỉ tính {formatCount(quality.decided)} cặp
        được xem từng cặp; {formatCount(quality.inBatches)} cặp nối hàng loạt không ai xem riêng nên không tính.
      </p>
      <table className="tabular w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th scope="col" className={cell}>
              Từ điểm
            </th>
            <th scope="col" className={cell}>
              Ở công ty (khoảng tin cậy 95%)
            </th>
            <th scope="col" className={cell}>
              Trên danh mục thử
            </th>
          </tr>
        </thead>
        <tbody>
          {quality.thresholds.map(({ minScore, own, isEnough, generic }) => (
            <tr key={minScore} className="border-b border-line">
              <th scope="row" className={`${cell} font-semibold`}>
                {formatPercent(minScore)}
              </th>
              <td className={cell}>
                {shareText(own)}
                {own.n > 0 && !isEnough ? (
                  <span className="text-ink-3">. Còn ít, cần {formatCount(quality.enough)}</span>
                ) : null}
              </td>
              <td className={`${cell} text-ink-2`}>{formatPercent(generic)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Bands({ quality }: { quality: Quality }) {
  return (
    <section>
      <Title>Theo khoảng điểm</Title>
      <ul className="tabular m-0 flex list-none flex-col gap-1 p-0 text-grid">
        {quality.bands.map(({ from, to, own, inBatches }) => (
          <li key={from} className="flex items-center gap-2">
            <span className="w-24 shrink-0">
              {formatPercent(from)} – {formatPercent(to)}
            </span>
            <span aria-hidden className="h-2 w-32 shrink-0 overflow-hidden rounded-full bg-grey-tint max-sm:hidden">
              <span className="block h-full bg-accent" style={{ width: `${(own.precision ?? 0) * 100}%` }} />
            </span>
            <span className="min-w-0 text-ink-2">
              {shareText(own)}
              {inBatches > 0 ? `; nối hàng loạt ${formatCount(inBatches)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const gain = ({ logLossBefore, logLossAfter }: { logLossBefore: number; logLossAfter: number }): string =>
  `sai số (log-loss) ${logLossBefore.toFixed(3).replace('.', ',')} → ${logLossAfter.toFixed(3).replace('.', ',')}`;

function Learning({
  kind,
  profileId,
  quality,
  onLearn,
}: {
  kind: Kind;
  profileId: string;
  quality: Quality;
  onLearn: () => void;
}) {
  const isAdmin = useSession().admin;
  const { enabled, version, active, latest, minimumDecisions } = quality.learning;
  const set = useAction((on: boolean) => call(kind.setLearning, { body: { profileId, enabled: on, version } }), {
    invalidates: [kind.quality, kind.suggestions],
    onSuccess: () => toast.success('Đã lưu.'),
  });
  return (
    <section>
      <Title>Học từ quyết định của công ty</Title>
      <p className="m-0 mb-2 text-grid text-ink-2">
        Máy chỉnh điểm theo các quyết định đã có, thử trên những quyết định giữ lại, và chỉ dùng khi tốt hơn rõ rệt mà
        không kém chính xác ở mức 95%. Cần ít nhất {formatCount(minimumDecisions)} quyết định từng cặp.
      </p>
      <Facts>
        <Fact label="Đang dùng">
          {active
            ? `Bản ${active.version}, từ ${formatInstant(active.since)}; ${gain(active.figures)}${
                active.figures.precisionAfter === null
                  ? ''
                  : `; chính xác ở 95%: ${formatPercent(active.figures.precisionBefore) || 'chưa có'} → ${formatPercent(active.figures.precisionAfter)}`
              }`
            : 'Máy dùng chung, chưa chỉnh'}
        </Fact>
        {active && active.words.length > 0 ? <Fact label="Từ chỉ có ở một bên">{wordsText(active.words)}</Fact> : null}
        {latest ? (
          <Fact label="Lần thử gần nhất">
            {formatInstant(latest.at)}: {latest.why} ({formatCount(latest.figures.decisions)} quyết định,{' '}
            {gain(latest.figures)})
          </Fact>
        ) : null}
      </Facts>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button disabled={!enabled} onClick={onLearn}>
          Học lại và cập nhật gợi ý
        </Button>
        <Switch
          label="Cho phép học"
          {...(!isAdmin && { hint: 'Quản trị viên bật, tắt.' })}
          checked={enabled}
          disabled={!isAdmin || set.isPending}
          onChange={(on) => set.mutate(on)}
        />
      </div>
    </section>
  );
}
