import { useCall } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { Banner, Skeleton } from '../../ui/states.tsx';

/** Walking the whole chain takes a second for every hundred thousand events. */
const STALE_MS = 60_000;

/**
 * The state of the audit chain: if the log is as it was written, up to which event, and the hash that an auditor may
 * keep elsewhere.
 */
export function AuditChain() {
  const chain = useCall('getAuditChain', {}, { staleMs: STALE_MS });
  if (chain.isError)
    return (
      <Banner tone="warning" action={<Again onClick={() => void chain.refetch()} />}>
        Chưa kiểm tra được chuỗi nhật ký. {chain.error.message}
      </Banner>
    );
  if (!chain.data) return <Skeleton className="h-9 w-full" />;
  const { broken, head, lastAt, pending, sealed } = chain.data;
  const actions = (
    <>
      {head ? <CopyHead head={head} /> : null}
      <Again onClick={() => void chain.refetch()} />
    </>
  );
  const waiting = pending > 0 ? ` ${formatCount(pending)} sự kiện mới chưa niêm phong.` : '';
  if (broken)
    return (
      <Banner tone="error" action={actions}>
        <b>Chuỗi nhật ký đứt ở sự kiện thứ {formatCount(broken.position)}</b>
        {broken.at ? `, ghi lúc ${formatInstant(broken.at)}` : ''}. {broken.message}{' '}
        {lastAt ? `Nguyên vẹn đến sự kiện thứ ${formatCount(sealed)}, lúc ${formatInstant(lastAt)}.` : ''}
        {waiting}
      </Banner>
    );
  return (
    <Banner tone="success" action={actions}>
      {lastAt
        ? `Chuỗi nguyên vẹn đến sự kiện thứ ${formatCount(sealed)}, lúc ${formatInstant(lastAt)}.`
        : 'Chuỗi nhật ký chưa có sự kiện nào.'}
      {waiting}
      {head ? (
        <>
          {' '}
          Mã cuối chuỗi: <span className="font-mono text-small break-all">{head}</span>
        </>
      ) : null}
    </Banner>
  );
}

function Again({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      Kiểm tra lại
    </Button>
  );
}

function CopyHead({ head }: { head: string }) {
  const copy = () =>
    navigator.clipboard.writeText(head).then(
      () => toast.success('Đã chép mã cuối chuỗi.'),
      () => toast.error('Trình duyệt không cho chép. Hãy chọn mã rồi chép bằng tay.'),
    );
  return (
    <Button size="sm" onClick={() => void copy()}>
      Chép mã
    </Button>
  );
}
