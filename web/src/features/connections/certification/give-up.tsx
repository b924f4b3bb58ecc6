import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { confirm } from '../../../ui/overlays/confirm.tsx';
import type { Certification } from './words.ts';

/** Gives a bucket up; what was judged is kept, and another try must prove more. */
export function GiveUp({ certification: { id, version, judged } }: { certification: Certification }) {
  const cancel = useAction(() => call('cancelCertification', { params: { id }, body: { version } }), {
    invalidates: ['getCertificationPair', 'listCertifications'],
  });
  const ask = async () => {
    const yes = await confirm({
      title: 'Bỏ đợt bảo chứng này?',
      body:
        judged === 0
          ? 'Các cặp trở lại duyệt thường.'
          : `Đã xem ${formatCount(judged)} cặp. Các cặp trở lại duyệt thường; thử lại trên cùng các cặp thì phải xem nhiều hơn.`,
      action: 'Bỏ đợt này',
      danger: true,
    });
    if (yes) cancel.mutate();
  };
  return (
    <Button size="sm" variant="ghost" busy={cancel.isPending} onClick={() => void ask()}>
      Bỏ đợt này
    </Button>
  );
}
