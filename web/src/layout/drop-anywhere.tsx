import { useParams } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { droppedFiles } from '../ui/fields/dropped-files.ts';
import { useGo } from '../ui/link.tsx';

/** The sign goes when nothing is dragged over the page for so long: leaving it is not told reliably. */
const GONE_MS = 200;

/**
 * Files and folders that are dropped beside any field of the page are recognised together, electronic invoices among them;
 * the browser never opens them itself.
 */
export function DropAnywhere() {
  const [over, setOver] = useState(false);
  // On a page of a profile, files that name none are its own.
  const { profileId } = useParams({ strict: false }) as { profileId?: string };
  const go = useGo();
  const here = useRef({ go, profileId });
  here.current = { go, profileId };
  useEffect(() => {
    let gone: ReturnType<typeof setTimeout> | undefined;
    const onDragOver = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      clearTimeout(gone);
      if (isBehindDialog()) return;
      setOver(true);
      gone = setTimeout(() => setOver(false), GONE_MS);
    };
    const onDrop = async (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (isBehindDialog() || !event.dataTransfer) return;
      const [files, { takeFiles }] = await Promise.all([
        droppedFiles(event.dataTransfer),
        import('../shared/upload/take-files.ts'),
      ]);
      here.current.go(await takeFiles(files, here.current.profileId));
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      clearTimeout(gone);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return over ? (
    <div className="pointer-events-none fixed inset-3 z-60 flex items-center justify-center rounded-md border-2 border-dashed border-primary bg-tint-soft/90">
      <p className="m-0 flex items-center gap-2 text-title font-medium text-tint-ink">
        <FileSpreadsheet aria-hidden className="size-6" />
        {strings.file.dropAnywhere}
      </p>
    </div>
  ) : null;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** An open dialog comes first: a file beside its field is dropped by mistake. */
const isBehindDialog = (): boolean => document.querySelector('[role="dialog"]:not([data-type])') !== null;
