import { useEffect, useRef, useState } from 'react';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { AnchoredMenu } from '../../../ui/menu.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Why a pair is not the same thing; the words are remembered with the rejection. */
export const REASONS = {
  product: ['Khác quy cách', 'Khác ĐVT', 'Khác chi nhánh', 'Trùng tên'],
  partner: ['Khác chi nhánh', 'Trùng tên', 'Khác MST', 'Khác địa chỉ'],
} as const;

const OTHER = 'Khác';

/** The menu of reasons at the reject button: arrows and Enter, or the number in front. */
export function RejectMenu({
  anchor,
  kind,
  onClose,
  onReject,
}: {
  anchor: HTMLElement | null;
  kind: keyof typeof REASONS;
  onClose: () => void;
  onReject: (reason: string) => void;
}) {
  const [own, setOwn] = useState(false);
  const [words, setWords] = useState('');
  const reasons = REASONS[kind];
  const pick = useRef((_index: number) => {});
  pick.current = (index) => {
    const reason = reasons[index];
    onClose();
    if (reason) onReject(reason);
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
    onReject(words.trim() || OTHER);
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
            label: reason,
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
