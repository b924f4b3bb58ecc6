import { strings } from '../strings.ts';
import { Skeleton, SkeletonLines } from '../ui/states.tsx';

/** In the place of a page whose code is on its way for longer than a moment. */
export function PendingPage() {
  return <SkeletonLines lines={8} className="max-w-3xl" />;
}

/** In the place of the whole shell while the session is being looked up. */
export function PendingShell() {
  return (
    <div role="status" className="flex h-dvh">
      <span className="sr-only">{strings.common.loading}</span>
      <div aria-hidden className="hidden w-[208px] shrink-0 flex-col gap-4 border-r border-line bg-nav p-4 md:flex">
        {['w-24', 'w-32', 'w-28', 'w-36', 'w-24', 'w-32', 'w-28'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
          <Skeleton key={index} className={width} />
        ))}
      </div>
      <div aria-hidden className="flex grow flex-col">
        <div className="flex h-12 items-center border-b border-line px-4">
          <Skeleton className="w-40" />
        </div>
        <div className="flex flex-col gap-4 p-4">
          {['w-2/3', 'w-full', 'w-11/12', 'w-full', 'w-3/4', 'w-full', 'w-5/6'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
            <Skeleton key={index} className={width} />
          ))}
        </div>
      </div>
    </div>
  );
}
