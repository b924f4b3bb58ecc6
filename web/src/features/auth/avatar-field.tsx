import { useRef, useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { uploadImage } from '../../api/media.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { authStrings } from './strings.ts';

/** A person's picture with its change; initials without one. */
export function AvatarField({
  name,
  url,
  busy,
  onChange,
}: {
  name: string;
  url: string | null;
  busy: boolean;
  onChange: (url: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    try {
      onChange(await uploadImage(file));
    } catch (error) {
      toast.error(errorMessage(error));
    }
    setSending(false);
  };
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} url={url} className="size-14 text-title" />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={authStrings.avatar}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button size="sm" busy={busy || sending} onClick={() => input.current?.click()}>
        {authStrings.avatarChange}
      </Button>
      {url ? (
        <Button size="sm" variant="ghost" disabled={busy || sending} onClick={() => onChange(null)}>
          {authStrings.avatarRemove}
        </Button>
      ) : null}
    </div>
  );
}
