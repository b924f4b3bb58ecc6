import { strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';

type Read = {
  readonly data: unknown;
  readonly isError: boolean;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
};

/** Data on screen that could not be read again: it stays where it is, and says that it may be older than it looks. */
export function NotFresh({ of, className }: { of: Read; className?: string }) {
  if (!of.isError || of.data === undefined) return null;
  return (
    <Banner
      tone="warning"
      {...(className && { className })}
      action={
        <Button size="sm" onClick={() => void of.refetch()}>
          {strings.common.retry}
        </Button>
      }
    >
      Chưa tải lại được nên đang hiện số liệu đã tải trước đó. {of.error?.message}
    </Banner>
  );
}
