import { FolderOpen, Upload } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { droppedFiles, type PickedFile, pickedFiles } from '../../ui/fields/dropped-files.ts';

/** Unknown to the types of React. */
const FOLDER = { webkitdirectory: '' };

/** The place to drop or choose files: several, or a folder with all that lies in it; `children` say which. */
export function AddFiles({
  accept,
  onFiles,
  children,
}: {
  /** Accepted endings. */
  accept: readonly string[];
  onFiles: (files: readonly PickedFile[]) => void;
  children: ReactNode;
}) {
  const several = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles(pickedFiles(target.files ?? []));
    target.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons do the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer).then(onFiles);
      }}
      className={cn(
        'flex min-h-24 flex-wrap items-center justify-center gap-2 rounded-md border border-dashed p-3 text-center',
        over ? 'border-primary bg-tint-soft' : 'border-control-line bg-sunken',
      )}
    >
      <input
        ref={several}
        type="file"
        multiple
        accept={accept.join(',')}
        aria-label="Các tệp"
        tabIndex={-1}
        className="sr-only"
        onChange={take}
      />
      <input
        ref={folder}
        type="file"
        {...FOLDER}
        aria-label="Thư mục"
        tabIndex={-1}
        className="sr-only"
        onChange={take}
      />
      <span className="max-sm:hidden">Kéo tệp hay cả thư mục vào đây, hoặc</span>
      <Button data-field icon={<Upload aria-hidden />} onClick={() => several.current?.click()}>
        Chọn các tệp
      </Button>
      <Button icon={<FolderOpen aria-hidden />} onClick={() => folder.current?.click()}>
        Chọn thư mục
      </Button>
      <p className="m-0 w-full text-small text-ink-3">{children}</p>
    </div>
  );
}
