import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { useGo } from '../../../ui/link.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import { type Certification, leftText } from './words.ts';

/** Takes out of a bucket what its errors share; the rest is sampled anew, the others wait for an ordinary review. */
export function SplitDialog({
  kind,
  certification: { id, version, profileId, members },
  reload,
  onClose,
}: {
  kind: Kind;
  certification: Certification;
  reload: () => void;
  onClose: () => void;
}) {
  const traits = useCall('getCertificationTraits', { params: { id } }, { staleMs: 0 });
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const go = useGo();
  const isChosen = ({ key, isProposed }: { key: string; isProposed: boolean }): boolean => chosen[key] ?? isProposed;
  const wanted = traits.data?.items.filter(isChosen).map(({ key }) => key) ?? [];
  const split = useAction(() => call('splitCertification', { params: { id }, body: { version, traits: wanted } }), {
    invalidates: ['listCertifications'],
    onSuccess: (made) => go(paths.certification(profileId, kind.name, made.id)),
    onError: () => {
      reload();
      return undefined;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Tách nhóm theo điều các cặp sai có chung"
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            busy={split.isPending}
            disabled={wanted.length === 0}
            onClick={() => split.mutate()}
          >
            Tách ra và lấy mẫu mới
          </Button>
        </>
      }
    >
      {traits.isError && !traits.data ? (
        <ErrorState message={errorMessage(traits.error)} onRetry={() => void traits.refetch()} />
      ) : !traits.data ? (
        <SkeletonLines lines={4} className="px-0" />
      ) : traits.data.items.length === 0 ? (
        <p className="m-0 text-grid text-ink-2">
          Các cặp sai không có điểm chung nào nổi bật. Hãy xem tiếp mẫu: cặp sai không được nối, và phần còn lại vẫn có
          thể đạt.
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="m-0 text-grid text-ink-2">
            Cặp có đặc điểm được đánh dấu sẽ rời nhóm và chờ duyệt thường. Phần còn lại được rút mẫu mới: mẫu đã dùng để
            tìm ra chỗ sai thì không dùng để chứng minh nữa.
          </p>
          <ul className="m-0 flex list-none flex-col gap-2 p-0">
            {traits.data.items.map((trait) => (
              <li key={trait.key}>
                <Checkbox
                  label={trait.words}
                  hint={`Sai ${formatCount(trait.wrong)} trong ${formatCount(trait.judged)} cặp đã xem có đặc điểm này; cả nhóm có ${formatCount(trait.members)} cặp như vậy`}
                  checked={isChosen(trait)}
                  onChange={(checked) => setChosen((now) => ({ ...now, [trait.key]: checked }))}
                />
              </li>
            ))}
          </ul>
          <p role="status" className="m-0 text-grid">
            {leftText(members, traits.data.items.filter(isChosen))}
          </p>
        </div>
      )}
    </Dialog>
  );
}
