import { useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, errorMessage } from '../../../api/errors.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { Judgement, Judging } from './words.ts';

/** Judges the shown pair, or takes the last judgement back; a key that comes before the answer counts for nothing. */
export function useJudging({
  judging,
  onJudging,
  reload,
}: {
  judging: Judging;
  onJudging: (next: Judging) => void;
  reload: () => void;
}) {
  const going = useRef(false);
  const [busy, setBusy] = useState(false);
  const { certification, pair } = judging;
  const params = { id: certification.id };
  const { version } = certification;

  const send = async (work: () => Promise<Judging>) => {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    try {
      onJudging(await work());
    } catch (error) {
      const stale = error instanceof ApiError && error.code === 'STALE_VERSION';
      toast.error(stale ? 'Người khác vừa xem tiếp mẫu này. Đã lấy cặp mới nhất.' : errorMessage(error));
      reload();
    } finally {
      going.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    judge: (judgement: Judgement) => {
      if (!pair || (pair.kind === 'gone' && judgement === 'right')) return;
      void send(() => call('judgeCertificationPair', { params, body: { version, place: pair.place, judgement } }));
    },
    back: () => {
      if (certification.judged > 0) void send(() => call('undoCertificationJudgement', { params, body: { version } }));
    },
  };
}
