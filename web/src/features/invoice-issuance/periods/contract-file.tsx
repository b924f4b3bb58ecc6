import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import { ContractFileLink } from '../../../shared/invoices/contract-file-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import type { Basis } from './basis-values.ts';

type Value = Basis['contractFile'];

const ACCEPTED = ['.pdf', '.png', '.jpg', '.jpeg', '.webp'] as const;
const MOST_BYTES = 10 * 1024 * 1024;

/** The scan of a contract: sent as soon as it is chosen, and kept once the period that names it is saved. */
export function ContractFile({ value, onChange }: { value: Value; onChange: (file: Value) => void }) {
  const [sending, setSending] = useState<{ file: File; share: number } | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  // A person goes on typing while the file is on its way: what is told then is the form of that moment.
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  const send = async (file: File) => {
    setError(undefined);
    setSending({ file, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ file, share });
      const sent = await upload('uploadContractFile', file, {}, { onProgress });
      tell.current(sent);
    } catch (problem) {
      setError(errorMessage(problem));
    } finally {
      setSending(null);
    }
  };
  if (value && !sending)
    return (
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-grid">
        <span className="font-medium text-ink-2">Tệp hợp đồng</span>
        <ContractFileLink file={value} />
        <Button size="sm" variant="ghost" onClick={() => onChange(undefined)}>
          Bỏ tệp
        </Button>
      </div>
    );
  return (
    <FileDrop
      label="Tệp hợp đồng"
      hint="Bản quét đã ký; được giữ khi lưu kỳ."
      accept={ACCEPTED}
      maxBytes={MOST_BYTES}
      file={sending?.file ?? null}
      progress={sending ? sending.share : null}
      error={error}
      onFile={(file) => {
        if (file) void send(file);
      }}
    />
  );
}
