import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { useFinalFocus } from './final-focus.ts';
import { overlays } from './overlays.ts';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** `xl` for a list with its columns. */
  width?: 'sm' | 'md' | 'lg' | 'xl';
};

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl', xl: 'sm:max-w-6xl' } as const;

const drawerWidths = { sm: 'max-w-[min(300px,85vw)]', md: 'sm:max-w-[480px]', lg: 'sm:max-w-[760px]' } as const;

const backdrop =
  'fixed inset-0 z-40 bg-backdrop transition-opacity duration-100 data-starting-style:opacity-0 data-ending-style:opacity-0';

const FIELDS =
  'input, textarea, select, [role="combobox"], [role="radio"], [role="checkbox"], [role="switch"], [data-field]';

/**
 * The first focus of a dialog: its first field, else its first answer (Hủy), else the dialog's own choice. Of a drawer, which is
 * mostly read, the first field of the part that it marks `data-first`. A finger opens no keyboard before it points at a field.
 */
function useFirstField(of: 'dialog' | 'drawer') {
  const popup = useRef<HTMLDivElement>(null);
  const { finalFocus, noteFocus } = useFinalFocus();
  const initialFocus = (how: string): HTMLElement | boolean => {
    noteFocus();
    if (how === 'touch') return true;
    const usable = (selector: string, within: HTMLElement | null | undefined = popup.current) =>
      Array.from(within?.querySelectorAll<HTMLElement>(selector) ?? []).find(
        (element) => !element.matches(':disabled, [aria-hidden="true"], [tabindex="-1"]') && element.offsetParent,
      );
    if (of === 'drawer') return usable(FIELDS, popup.current?.querySelector<HTMLElement>('[data-first]')) ?? true;
    return usable(FIELDS) ?? usable('[data-answers] button') ?? true;
  };
  return { ref: popup, initialFocus, finalFocus };
}

/** A question or a short form over the page. On phones it rises from the bottom. */
export function Dialog({ open, onOpenChange, title, description, children, footer, width = 'md' }: DialogProps) {
  const focus = useFirstField('dialog');
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal container={overlays()}>
        <Base.Backdrop className={backdrop} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:p-6 sm:pt-[10vh]">
          <Base.Popup
            {...focus}
            className={cn(
              'popup-motion flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-md border border-line bg-raised shadow-overlay outline-none sm:max-h-[80dvh] sm:rounded-md',
              widths[width],
            )}
          >
            <Heading title={title} description={description} />
            {children ? <div className="min-h-0 grow overflow-y-auto px-4 py-3">{children}</div> : null}
            {footer ? (
              <div
                data-answers
                data-foot
                className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-4 py-3"
              >
                {footer}
              </div>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export type DrawerProps = Omit<DialogProps, 'width'> & {
  side?: 'right' | 'left';
  width?: 'sm' | 'md' | 'lg';
  /** Leaves the page behind usable (list + detail side by side). */
  modal?: boolean;
};

/** The detail of a record at the side of its list; full width on phones. */
export function Drawer({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  side = 'right',
  width = 'md',
  modal = true,
}: DrawerProps) {
  const focus = useFirstField('drawer');
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} modal={modal} disablePointerDismissal={!modal}>
      <Base.Portal container={overlays()}>
        {modal ? <Base.Backdrop className={backdrop} /> : null}
        <Base.Popup
          {...focus}
          className={cn(
            'fixed inset-y-0 z-40 flex w-full flex-col border-line bg-raised shadow-overlay outline-none transition-transform duration-150 ease-out',
            side === 'right'
              ? 'right-0 border-l data-starting-style:translate-x-full data-ending-style:translate-x-full'
              : 'left-0 border-r data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
            drawerWidths[width],
          )}
        >
          <Heading title={title} description={description} />
          <div className="min-h-0 grow overflow-y-auto px-4 py-3">{children}</div>
          {footer ? (
            <div data-foot className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-4 py-3">
              {footer}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Heading({ title, description }: { title: ReactNode; description?: ReactNode }) {
  return (
    <div className="flex items-start gap-3 border-b border-line py-2 pr-2 pl-4">
      <div className="min-w-0 grow py-1">
        <Base.Title className="m-0 text-title font-semibold text-ink">{title}</Base.Title>
        {description ? (
          <Base.Description className="m-0 mt-0.5 text-grid text-ink-2">{description}</Base.Description>
        ) : null}
      </div>
      <Base.Close
        aria-label={strings.common.close}
        className="flex size-control shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Base.Close>
    </div>
  );
}
