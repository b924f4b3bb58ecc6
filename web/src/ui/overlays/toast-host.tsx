import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { TOAST_GAP_PX, TOAST_LIMIT, TOAST_MS } from '../../constants.ts';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { connectToasts, type ToastTone } from './toast.tsx';

const manager = Toast.createToastManager();

/** The toasts that are shown, the oldest first. */
let kept: { id: string; stays: boolean }[] = [];

/** One too many takes the place of the oldest for good, of what stays until it is closed only when there is nothing else. */
function keep(id: string, stays: boolean): void {
  kept = [...kept.filter((other) => other.id !== id), { id, stays }];
  if (kept.length > TOAST_LIMIT) manager.close((kept.find((one) => !one.stays) ?? kept[0]!).id);
}

const icons = {
  success: <CircleCheck aria-hidden className="text-accent" />,
  info: <Info aria-hidden className="text-ink-2" />,
  warning: <TriangleAlert aria-hidden className="text-amber-ink" />,
  error: <CircleAlert aria-hidden className="text-red-ink" />,
};

/** Shows the toasts at the bottom right. Once, at the root. */
export function ToastHost() {
  useEffect(
    () =>
      connectToasts({
        show: ({ id, tone, title, description, timeoutMs, action }) => {
          manager.add({
            id,
            title,
            description,
            type: tone,
            priority: tone === 'error' ? 'high' : 'low',
            timeout: timeoutMs,
            onClose: () => {
              kept = kept.filter((other) => other.id !== id);
            },
            actionProps: action && {
              children: action.label,
              onClick: () => {
                action.onSelect();
                manager.close(id);
              },
            },
          });
          keep(id, timeoutMs === 0);
        },
        close: (id) => manager.close(id),
      }),
    [],
  );
  return (
    <Toast.Provider toastManager={manager} timeout={TOAST_MS} limit={TOAST_LIMIT}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Thông báo"
          // Over dialogs and under menus: one that opens over a message would hide its choices otherwise. Higher up
          // above the buttons of an open drawer or of a sheet on a phone; at the left of a dialog in the middle, whose
          // buttons are at the right and as high up as it is long.
          className={cn(
            'fixed right-4 bottom-4 z-45 flex w-[min(360px,calc(100vw-32px))] flex-col print:hidden',
            'in-[body:has([data-foot])]:bottom-20',
            'sm:in-[body:has([data-open]>[data-answers])]:right-auto sm:in-[body:has([data-open]>[data-answers])]:left-4',
          )}
          style={{ gap: TOAST_GAP_PX }}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      swipeDirection={['right', 'down']}
      className={cn(
        'rounded-md border border-line bg-raised text-ink shadow-overlay transition-opacity duration-100',
        'data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0',
      )}
    >
      <Toast.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
        {icons[(item.type as ToastTone | undefined) ?? 'info']}
        <div className="min-w-0 grow">
          <Toast.Title className="m-0 text-base font-medium break-words" />
          {item.description ? <Toast.Description className="m-0 mt-0.5 text-grid text-ink-2 break-words" /> : null}
        </div>
        {item.actionProps ? (
          <Toast.Action className="h-6 shrink-0 rounded-md px-2 text-grid font-medium text-accent hover:bg-hover" />
        ) : null}
        {/* The library hides it from readers in a folded stack; ours is never folded. */}
        <Toast.Close
          aria-hidden={false}
          aria-label={strings.common.closeToast}
          className="flex size-6 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
