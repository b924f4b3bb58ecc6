import { CheckCheck } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/query.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, Fact, Facts } from '../../../ui/card.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { RunProgress } from '../../../ui/run-progress.tsx';
import { changedBy, type Kind } from '../kinds.ts';
import { GiveUp } from './give-up.tsx';
import { useJudging } from './use-judging.ts';
import { useJudgingKeys } from './use-judging-keys.ts';
import { boundText, type Certification, type Judging, judgedText, promiseText } from './words.ts';

/** A bucket whose sample has proven the bound: it can be accepted now. */
export function ProvenCard({
  kind,
  certification,
  onJudging,
  reload,
}: {
  kind: Kind;
  certification: Certification;
  onJudging: (next: Judging) => void;
  reload: () => void;
}) {
  const { id, version, state, acceptanceRunId, members, wrong, unsure, value, rowsBound, valueBound } = certification;
  const { back, busy } = useJudging({ judging: { certification, pair: null }, onJudging, reload });
  const running = useCall('getRun', { params: { id: acceptanceRunId ?? '' } }, { enabled: acceptanceRunId !== null });
  const accept = useRunAction(() => call('acceptCertification', { params: { id }, body: { version } }), {
    invalidates: ['getCertificationPair', 'listCertifications', kind.suggestions, ...changedBy(kind)],
    resume: running.data,
    says: () => 'Đã nối nhóm có bảo chứng.',
    onFinished: reload,
  });
  useJudgingKeys({ judge: () => {}, back }, state === 'proven');
  const count = members - wrong - unsure;
  return (
    <Card title="Mẫu đã chứng minh được nhóm này">
      <div className="flex flex-col gap-3">
        <p className="m-0 text-title font-semibold">{promiseText(certification)}</p>
        <Facts>
          <Fact label="Mẫu">{judgedText(certification)}</Fact>
          <Fact label="Sai nhiều nhất">
            {boundText(rowsBound)} theo dòng, {boundText(valueBound)} theo đồng
          </Fact>
          <Fact label="Sẽ nối">{formatCount(count)} cặp</Fact>
          <Fact label="Giá trị của nhóm">{formatMoney(value)}</Fact>
          {wrong + unsure > 0 ? (
            <Fact label="Để lại">{formatCount(wrong + unsure)} cặp không đúng hoặc không rõ chờ duyệt thường</Fact>
          ) : null}
        </Facts>
        {accept.run ? <RunProgress run={accept.run} name="Nối nhóm đã bảo chứng" /> : null}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={<CheckCheck aria-hidden />}
            busy={accept.busy}
            onClick={() => void accept.start()}
          >
            {state === 'accepting' ? 'Nối tiếp' : `Nối ${formatCount(count)} cặp`}
          </Button>
          {state === 'proven' ? (
            <>
              <Button busy={busy} onClick={back}>
                Xem lại cặp cuối
              </Button>
              <GiveUp certification={certification} />
            </>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
