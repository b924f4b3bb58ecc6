import { Bookmark, Check, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { cn } from '../cn.ts';
import { TextField } from '../fields/text-field.tsx';
import { IconButton } from '../icon-button.tsx';
import { Popover } from '../overlays/popover.tsx';
import { toast } from '../overlays/toast.tsx';
import { useRemembered } from '../remembered.ts';
import type { SavedLayout } from './layout.ts';
import { currentView, type ViewTarget, viewsFrom, withoutView, withView } from './views.ts';

/** Named views of a list: choose, save what is on screen, remove (with undo). */
export function ViewMenu({
  gridId,
  target,
  layout,
  onLayout,
}: {
  gridId: string;
  target: ViewTarget;
  layout: SavedLayout;
  onLayout: (layout: SavedLayout) => void;
}) {
  const [views, changeViews] = useRemembered(`views.${gridId}`, viewsFrom);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const current = currentView(views, target.query, layout);
  const save = (event: FormEvent) => {
    event.preventDefault();
    // A form inside the page's own form must not send that one.
    event.stopPropagation();
    if (!name.trim()) return;
    changeViews((now) => withView(now, { name: name.trim(), query: target.query, layout }));
    setName('');
    setOpen(false);
    toast.success(`${strings.grid.viewSaved} «${name.trim()}»`);
  };
  return (
    <Popover
      label={strings.grid.views}
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-72"
      trigger={
        <Button
          variant="ghost"
          title={strings.grid.views}
          className={current ? undefined : 'max-2xl:px-2'}
          icon={<Bookmark aria-hidden className={cn(current && 'fill-current text-accent')} />}
        >
          <span className={cn('max-w-40 truncate', current ? 'max-sm:sr-only' : 'max-2xl:sr-only')}>
            {current?.name ?? strings.grid.views}
          </span>
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {views.length === 0 ? (
          <p className="m-0 text-grid text-ink-2">{strings.grid.viewsEmpty}</p>
        ) : (
          <ul className="m-0 flex max-h-64 list-none flex-col overflow-y-auto p-0">
            {views.map((view) => (
              <li key={view.name} className="flex items-center gap-1">
                <button
                  type="button"
                  aria-pressed={view === current}
                  onClick={() => {
                    onLayout(view.layout);
                    target.apply(view.query);
                    setOpen(false);
                  }}
                  className="flex min-h-control min-w-0 grow items-center gap-2 rounded-[4px] px-2 text-left text-base hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <span className="flex size-4 shrink-0 text-accent">
                    {view === current ? <Check aria-hidden className="size-4" /> : null}
                  </span>
                  <span className="truncate">{view.name}</span>
                </button>
                <IconButton
                  size="sm"
                  label={`${strings.grid.viewRemove} «${view.name}»`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => {
                    changeViews((now) => withoutView(now, view.name));
                    toast.undo(`${strings.grid.viewRemoved} «${view.name}»`, () =>
                      changeViews((now) => withView(now, view)),
                    );
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={save} className="flex items-end gap-2 border-t border-line pt-3">
          <TextField
            className="grow"
            label={strings.grid.viewName}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="primary" disabled={!name.trim()}>
            {strings.common.save}
          </Button>
        </form>
      </div>
    </Popover>
  );
}
