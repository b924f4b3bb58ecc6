import { plainText } from './format/plain-text.ts';

/** A text that others wrote, apart from ours in direction: nothing in it moves what is beside it, and long words break. */
export function TheirText({ children, className }: { children: string | null | undefined; className?: string }) {
  return <bdi className={`wrap-anywhere ${className ?? ''}`}>{plainText(children)}</bdi>;
}
