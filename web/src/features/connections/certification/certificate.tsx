import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card, Fact, Facts } from '../../../ui/card.tsx';
import { formatCount, formatMoney, formatPercent } from '../../../ui/format/number.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { AppLink, TextLink } from '../../../ui/link.tsx';
import type { Kind } from '../kinds.ts';
import { RecallDialog } from './recall-dialog.tsx';
import { SampleTable, useSample } from './sample-table.tsx';
import { boundText, bucketText, type Certification, judgedText, promiseText } from './words.ts';

const isMade = ({ state }: Certification): boolean => state === 'certified' || state === 'recalled';

/** The certificate of a bucket: what was promised, from which sample, by whom, and what has become of it. Printable. */
export function Certificate({
  kind,
  certification,
  reload,
  goOn,
}: {
  kind: Kind;
  certification: Certification;
  reload: () => void;
  /** The way back to the sample, where more pairs can be judged. */
  goOn: ReactNode;
}) {
  const [recalling, setRecalling] = useState(false);
  const { profileId, state } = certification;
  const sample = useSample(certification);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2 print:hidden">
        {isMade(certification) ? (
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            In chứng chỉ
          </Button>
        ) : null}
        {state === 'recalled' ? (
          <AppLink
            to={paths.connections(profileId, kind.name, { recalled: 'true' })}
            className={buttonClass('secondary')}
          >
            Soát lại các liên kết
          </AppLink>
        ) : null}
        {goOn}
        {state === 'certified' ? <Button onClick={() => setRecalling(true)}>Thu hồi…</Button> : null}
      </div>
      <Promised certification={certification} />
      <Card title="Nhóm và mẫu">
        <About kind={kind} certification={certification} disproved={disprovedOf(sample.data)} />
      </Card>
      {certification.judged > 0 ? (
        <Card title={`Mẫu đã xem, theo thứ tự rút (${formatCount(certification.judged)} cặp)`} flush>
          <SampleTable sample={sample} />
        </Card>
      ) : null}
      {recalling ? (
        <RecallDialog certification={certification} onDone={reload} onClose={() => setRecalling(false)} />
      ) : null}
    </div>
  );
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The promise that holds, or no longer does, in one sentence and four figures. */
export function Promised({ certification }: { certification: Certification }) {
  const { state, accepted, corrected, rowsBound, valueBound, rowsLeft, valueLeft, recallReason, recalledBy } =
    certification;
  if (!isMade(certification))
    return (
      <Card title="Chưa có chứng chỉ">
        <p className="m-0 text-base">
          {state === 'split'
            ? 'Nhóm này đã được tách: phần còn lại có mẫu mới, các cặp tách ra chờ duyệt thường.'
            : 'Đợt này đã bỏ: các cặp chờ duyệt thường.'}
        </p>
      </Card>
    );
  return (
    <Card title={state === 'certified' ? 'Chứng chỉ còn hiệu lực' : 'Chứng chỉ đã bị thu hồi'}>
      <div className="flex flex-col gap-3">
        <p className="m-0 text-title font-semibold">
          {promiseText(certification)}: {formatCount(accepted)} liên kết
        </p>
        {state === 'recalled' ? (
          <p role="alert" className="m-0 text-base text-red-ink">
            {recalledBy === null ? 'Khớp tự thu hồi' : `${recalledBy} thu hồi`}: {sentence(recallReason ?? '')} Không
            liên kết nào bị bỏ, hóa đơn đã xuất giữ nguyên; các liên kết của nhóm được đánh dấu «Soát lại».
          </p>
        ) : null}
        <Facts>
          <Fact label={corrected === 0 ? 'Sai nhiều nhất, khi nối' : 'Sai nhiều nhất, kể cả đã sửa'}>
            {boundText(rowsBound)} theo dòng, {boundText(valueBound)} theo đồng
          </Fact>
          <Fact label="Đã sửa về sau">
            {corrected === 0
              ? 'Chưa liên kết nào'
              : `${formatCount(corrected)} liên kết, ${formatMoney(certification.correctedValue)}`}
          </Fact>
          <Fact label="Còn sai nhiều nhất">
            {boundText(rowsLeft)} theo dòng, {boundText(valueLeft)} theo đồng
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}

/** Pairs that were called right and whose connection was taken away since. */
const disprovedOf = (sample: ReturnType<typeof useSample>['data']): number =>
  sample?.filter(({ judgement, correctedAt }) => judgement === 'right' && correctedAt !== null).length ?? 0;

function About({ kind, certification, disproved }: { kind: Kind; certification: Certification; disproved: number }) {
  const profile = useCall('getProfile', { params: { id: certification.profileId } });
  const { id: _, ...one } = certification;
  return (
    <Facts>
      <Fact label="Hồ sơ">{profile.data ? `${profile.data.code} · ${profile.data.name}` : ''}</Fact>
      <Fact label="Loại">{kind.suggestionsTitle}</Fact>
      <Fact label="Nhóm">{bucketText(certification)}</Fact>
      <Fact label="Khi chốt mẫu">
        {formatCount(one.members)} cặp, {formatMoney(one.value)}
      </Fact>
      <Fact label="Mẫu">{judgedText(certification, disproved)}</Fact>
      <Fact label="Người xem">{one.judgedBy.join(', ')}</Fact>
      <Fact label="Mở đợt">
        {one.createdBy}, {formatInstant(one.createdAt)}
      </Fact>
      {one.acceptedAt ? (
        <Fact label="Nối">
          {one.acceptedBy}, {formatInstant(one.acceptedAt)}: {formatCount(one.accepted)} cặp,{' '}
          {formatMoney(one.acceptedValue)}
        </Fact>
      ) : null}
      {one.recalledAt ? <Fact label="Thu hồi">{formatInstant(one.recalledAt)}</Fact> : null}
      {one.parentId ? (
        <Fact label="Tách từ">
          <TextLink to={paths.certification(one.profileId, kind.name, one.parentId)}>đợt trước</TextLink>
        </Fact>
      ) : null}
      {one.earlierTries > 0 ? <Fact label="Đợt bỏ dở trước đó">{formatCount(one.earlierTries)}</Fact> : null}
      <Fact label="Phương pháp">
        Rút ngẫu nhiên không hoàn lại, cặp giá trị lớn dễ được rút hơn; người xem không thấy điểm; kiểm định tuần tự
        bằng cược hợp lệ ở mọi thời điểm (ALPHA, Stark 2022), dừng được bất cứ lúc nào. Độ tin cậy{' '}
        {formatPercent(one.confidence)}. Cặp không rõ tính như sai.
      </Fact>
      <Fact label="Hạt giống của mẫu">
        <code className="text-small break-all">{one.seed}</code>
      </Fact>
      <Fact label="Mã băm danh sách cặp">
        <code className="text-small break-all">{one.membersHash}</code>
      </Fact>
    </Facts>
  );
}
