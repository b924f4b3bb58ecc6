import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { AnchoredMenu } from '../../../ui/overlays/menu.tsx';
import type { Kind } from '../kinds.ts';

/** The reason why a pair is not the same thing; remembered with it. */
export type Rejection = { reasonCode: string; reason?: string };

const OTHER = 'other';

/** The menu of reasons at the reject button: arrows and Enter, or the number in front. */
export function RejectMenu({
  anchor,
  kind,
  onClose,
  onReject,
}: {
  anchor: HTMLElement | null;
  kind: Kind['name'];
  onClose: () => void;
  onReject: (rejection: Rejection) => void;
}) {
  const [own, setOwn] = useState(false);
  const [words, setWords] = useState('');
  const known = useCall('listRejectionReasons', { query: { kind } }, { staleMs: Number.POSITIVE_INFINITY });
  const reasons = (known.data?.items ?? []).filter(({ code }) => code !== OTHER);
  const pick = useRef((_index: number) => {});
  pick.current = (index) => {
    const reason = reasons[index];
    onClose();
    if (reason) onReject({ reasonCode: reason.code });
    else if (index === reasons.length) setOwn(true);
  };
  const open = anchor !== null;
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      const index = Number(event.key) - 1;
      if (!/^[1-9]$/.test(event.key) || index > reasons.length) return;
      event.preventDefault();
      event.stopPropagation();
      pick.current(index);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [open, reasons.length]);
  const finish = () => {
    setOwn(false);
    onReject({ reasonCode: OTHER, ...(words.trim() && { reason: words.trim() }) });
    setWords('');
  };
  return (
    <>
      <AnchoredMenu
        anchor={anchor}
        label="Lý do từ chối"
        onClose={onClose}
        entries={[
          { kind: 'heading', label: 'Lý do từ chối' },
          ...reasons.map((reason, index) => ({
            label: reason.label,
            keys: String(index + 1),
            onSelect: () => pick.current(index),
          })),
          { label: 'Khác…', keys: String(reasons.length + 1), onSelect: () => pick.current(reasons.length) },
        ]}
      />
      <Dialog
        open={own}
        onOpenChange={setOwn}
        title="Từ chối vì lý do khác"
        width="sm"
        footer={
          <>
            <Button onClick={() => setOwn(false)}>{strings.common.cancel}</Button>
            <Button variant="primary" type="submit" form="reject-reason">
              Từ chối
            </Button>
          </>
        }
      >
        <form
          id="reject-reason"
          onSubmit={(event) => {
            event.preventDefault();
            finish();
          }}
        >
          <TextField
            label="Lý do"
            hint="Bỏ trống cũng được."
            maxLength={500}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </form>
      </Dialog>
    </>
  );
}
