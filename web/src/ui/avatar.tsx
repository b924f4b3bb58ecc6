import { useEffect, useState } from 'react';
import { ICON_FETCH_TIMEOUT_MS } from '../constants.ts';
import { cn } from './cn.ts';

/** Initials of a name or an email, at most two letters. */
export function initials(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0]!, words[words.length - 1]!] : words;
  return picked.map((word) => word.charAt(0).toUpperCase()).join('') || '?';
}

/** A person's picture; their initials until it has come, and for good when it takes longer than 1,500 ms. */
export function Avatar({
  name,
  url,
  className,
}: {
  name: string;
  url: string | null | undefined;
  /** Size and text size, e.g. "size-7 text-small". */
  className?: string;
}) {
  const [state, setState] = useState<{ url: string; result: 'loaded' | 'failed' } | undefined>(undefined);
  useEffect(() => {
    if (!url) return;
    const image = new Image();
    const settle = (result: 'loaded' | 'failed') => {
      clearTimeout(timer);
      setState((now) => (now?.url === url ? now : { url, result }));
    };
    const timer = setTimeout(() => settle('failed'), ICON_FETCH_TIMEOUT_MS);
    image.onload = () => settle('loaded');
    image.onerror = () => settle('failed');
    image.src = url;
    return () => {
      clearTimeout(timer);
      image.onload = null;
      image.onerror = null;
    };
  }, [url]);
  if (url && state?.url === url && state.result === 'loaded') {
    return <img src={url} alt="" className={cn('shrink-0 rounded-full object-cover', className)} />;
  }
  return (
    <span
      aria-hidden
      className={cn(
        'flex shrink-0 items-center justify-center rounded-full bg-tint font-semibold text-tint-ink',
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
