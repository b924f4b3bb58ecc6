import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { uploadImage } from '../../api/media.ts';
import { useAction } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';

/** The logo of a profile: shown, replaced by a picture of the person's, or taken off. */
export function LogoField({ value, onChange }: { value: string | null; onChange: (url: string | null) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const send = useAction((file: File) => uploadImage(file, setShare), { onSuccess: onChange });
  return (
    <div className="flex items-center gap-3 sm:col-span-2">
      <span className="flex h-14 w-24 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken">
        {value ? (
          <img src={value} alt="Logo hiện tại" className="max-h-full max-w-full object-contain" />
        ) : (
          <span className="text-small text-ink-3">Chưa có</span>
        )}
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <label htmlFor={id} className="text-grid font-medium text-ink-2">
          Logo
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) send.mutate(file);
          }}
        />
        {send.isPending ? (
          <Progress label="Đang gửi ảnh" percent={share * 100} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={<ImagePlus aria-hidden />} onClick={() => input.current?.click()}>
              {value ? 'Đổi ảnh' : 'Chọn ảnh'}
            </Button>
            {value ? (
              <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden />} onClick={() => onChange(null)}>
                Bỏ logo
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </div>
  );
}
