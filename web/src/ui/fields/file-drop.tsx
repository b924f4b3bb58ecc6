import { FileSpreadsheet, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { UPLOAD_LIMIT_BYTES } from '../../constants.ts';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { cn } from '../cn.ts';
import { formatBytes } from '../format/number.ts';
import { Progress } from '../progress.tsx';
import { droppedFiles, isSeveral, type PickedFile } from './dropped-files.ts';

export type FileDropProps = {
  label: string;
  hint?: string;
  /** Accepted endings. */
  accept?: readonly string[];
  maxBytes?: number;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Takes several files or a folder that is dropped; without it only the first file is taken. */
  onSeveral?: ((files: readonly PickedFile[]) => void) | undefined;
  /** 0–1 while the bytes are on their way; null otherwise. */
  progress?: number | null;
  disabled?: boolean;
  error?: string | undefined;
};

export const WORKBOOK_TYPES = ['.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.csv'] as const;

/** The reason why a file cannot be taken, or undefined. */
export function fileProblem(
  file: Pick<File, 'name' | 'size'>,
  accept: readonly string[],
  maxBytes: number,
): string | undefined {
  const name = file.name.toLowerCase();
  if (accept.length > 0 && !accept.some((ending) => name.endsWith(ending))) {
    return `${strings.file.wrongType} ${accept.join(', ')}.`;
  }
  if (file.size > maxBytes)
    return `${strings.file.tooLarge} ${formatBytes(maxBytes)}: «${file.name}» có ${formatBytes(file.size)}.`;
  return undefined;
}

/** A place to drop or choose one file, with the progress of sending it. Sending itself is the caller's (api/files.ts). */
export function FileDrop({
  label,
  hint,
  accept = WORKBOOK_TYPES,
  maxBytes = UPLOAD_LIMIT_BYTES,
  file,
  onFile,
  onSeveral,
  progress = null,
  disabled = false,
  error,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const busy = progress !== null;
  const take = (chosen: File | undefined) => {
    if (!chosen || disabled || busy) return;
    const found = fileProblem(chosen, accept, maxBytes);
    setProblem(found);
    onFile(found ? null : chosen);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (onSeveral && !disabled && !busy && isSeveral(event.dataTransfer))
      void droppedFiles(event.dataTransfer).then(onSeveral);
    else take(event.dataTransfer.files[0]);
  };
  const message = error ?? problem;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-grid font-medium text-ink-2">
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button and the input do the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          if (!disabled && !busy) setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={cn(
          'flex min-h-20 items-center gap-3 rounded-md border border-dashed p-3 transition-colors',
          over ? 'border-primary bg-tint-soft' : 'border-control-line bg-sunken',
          message && 'border-red',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept.join(',')}
          disabled={disabled || busy}
          aria-describedby={message || hint ? `${id}-note` : undefined}
          aria-invalid={message ? true : undefined}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {file ? (
          <>
            <FileSpreadsheet aria-hidden className="size-6 shrink-0 text-accent" />
            <div className="min-w-0 grow">
              <p className="m-0 truncate text-base font-medium">{file.name}</p>
              {busy ? (
                <Progress label={strings.file.uploading} percent={progress * 100} />
              ) : (
                <p className="m-0 text-small text-ink-3">{formatBytes(file.size)}</p>
              )}
            </div>
            {busy ? null : (
              <Button
                size="sm"
                variant="ghost"
                icon={<X aria-hidden />}
                onClick={() => onFile(null)}
                disabled={disabled}
              >
                {strings.file.remove}
              </Button>
            )}
          </>
        ) : (
          <div className="flex grow flex-wrap items-center justify-center gap-x-2 gap-y-1 text-center text-base text-ink-2">
            <Upload aria-hidden className="size-4 shrink-0" />
            <span className="max-sm:hidden">{strings.file.drop}</span>
            <Button data-field size="sm" disabled={disabled} onClick={() => input.current?.click()}>
              {strings.file.choose}
            </Button>
            <span className="w-full text-small text-ink-3">
              {accept.join(', ')} · tối đa {formatBytes(maxBytes)}
            </span>
          </div>
        )}
      </div>
      {message || hint ? (
        <p
          id={`${id}-note`}
          role={message ? 'alert' : undefined}
          className={cn('m-0 text-small', message ? 'text-red-ink' : 'text-ink-3')}
        >
          {message ?? hint}
        </p>
      ) : null}
    </div>
  );
}
