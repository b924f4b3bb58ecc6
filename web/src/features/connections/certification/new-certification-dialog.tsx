import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import type { InputOf } from '../../../api/operations.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/card.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import { boundText } from './words.ts';

const SCORES = ['0.99', '0.98', '0.95', '0.9', '0.8', '0.5', '0.05'] as const;
type Score = (typeof SCORES)[number];
const percentOf = (score: Score): string => `${Math.round(Number(score) * 100)}%`;

const ERRORS = ['0.005', '0.01', '0.02'] as const;
type MaxError = InputOf<'createCertification'>['body']['maxError'];
/** The bounds of the contract, by the words of the field. */
const MAX_ERRORS: Readonly<Record<(typeof ERRORS)[number], MaxError>> = { '0.005': 0.005, '0.01': 0.01, '0.02': 0.02 };

const scoreOf = (text: string | undefined): Score => SCORES.find((score) => score === text) ?? '0.99';

/** Chooses a bucket and the bound, and says what it takes, before the sample is fixed. */
export function NewCertificationDialog({
  kind,
  profileId,
  minScore: given,
  words,
  onClose,
  onCreated,
}: {
  kind: Kind;
  profileId: string;
  /** The score and the search words of the list that the person comes from. */
  minScore: string | undefined;
  words: string | undefined;
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const [minScore, setMinScore] = useState<Score>(scoreOf(given));
  const [maxScore, setMaxScore] = useState<Score | 'none'>('none');
  const [q, setQ] = useState(words ?? '');
  const [maxError, setMaxError] = useState<(typeof ERRORS)[number]>('0.005');
  const bucket = {
    kind: kind.name,
    profileId,
    minScore: Number(minScore),
    ...(maxScore !== 'none' && { maxScore: Number(maxScore) }),
    ...(q.trim() && { q: q.trim() }),
  };
  const outlook = useCall('getCertificationOutlook', { query: bucket }, { staleMs: 0, keepPrevious: true });
  const create = useAction(() => call('createCertification', { body: { ...bucket, maxError: MAX_ERRORS[maxError] } }), {
    invalidates: ['listCertifications'],
    onSuccess: ({ id }) => onCreated(id),
  });
  const ahead = outlook.data;
  const toJudge = ahead?.bounds.find((one) => one.maxError === MAX_ERRORS[maxError])?.expectedJudgements;
  const canBegin = ahead !== undefined && ahead.members > 0 && !ahead.isTooLarge;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Chấp nhận có bảo chứng"
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button variant="primary" busy={create.isPending} disabled={!canBegin} onClick={() => create.mutate()}>
            Chốt mẫu và bắt đầu xem
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Điểm từ"
            value={minScore}
            onChange={setMinScore}
            options={SCORES.map((value) => ({ value, label: percentOf(value) }))}
          />
          <Select
            label="Điểm đến"
            value={maxScore}
            onChange={setMaxScore}
            options={[
              { value: 'none' as const, label: 'Cao nhất' },
              ...SCORES.filter((value) => Number(value) > Number(minScore)).map((value) => ({
                value,
                label: percentOf(value),
              })),
            ]}
          />
          <TextField
            label="Chỉ cặp có từ khóa"
            value={q}
            onChange={(event) => setQ(event.target.value)}
            placeholder="Mã hoặc tên hai bên"
          />
          <Select
            label="Sai tối đa (tin cậy 95%)"
            value={maxError}
            onChange={setMaxError}
            options={ERRORS.map((value) => ({ value, label: boundText(Number(value)) }))}
          />
        </div>
        {outlook.isError ? (
          <ErrorState message={errorMessage(outlook.error)} onRetry={() => void outlook.refetch()} />
        ) : !ahead ? (
          <SkeletonLines lines={3} className="px-0" />
        ) : (
          <Facts>
            <Fact label="Nhóm có">
              {formatCount(ahead.members)} cặp
              {ahead.isTooLarge ? ', quá nhiều cho một đợt: hãy thu hẹp' : ''}
            </Fact>
            <Fact label="Giá trị mở ra">{formatMoney(ahead.value)}</Fact>
            <Fact label="Phải xem">
              {ahead.members === 0
                ? '–'
                : `chừng ${formatCount(toJudge)} cặp nếu không cặp nào sai; nhiều hơn nếu có cặp sai`}
            </Fact>
            {ahead.setAside > 0 ? (
              <Fact label="Để lại">
                {formatCount(ahead.setAside)} cặp đã bị thấy sai, không rõ hoặc bỏ liên kết trước đây, chờ duyệt thường
              </Fact>
            ) : null}
            {ahead.earlierTries > 0 ? (
              <Fact label="Thử lại">
                {formatCount(ahead.earlierTries)} đợt trước trên các cặp này đã bỏ dở, nên đợt này phải chứng minh chặt
                hơn
              </Fact>
            ) : null}
          </Facts>
        )}
        <p className="m-0 text-small text-ink-3">
          Danh sách cặp và thứ tự rút được chốt trước khi bạn xem cặp đầu tiên. Cặp giá trị lớn dễ được rút hơn. Khi
          xem, điểm được giấu để bạn không bị nó dẫn.
        </p>
      </div>
    </Dialog>
  );
}
