import { GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cn } from '../../../../ui/cn.ts';
import { type LayoutColumn, type LayoutField, sourceName } from './columns.ts';

/**
 * The columns of a template in their order: dragged by the mouse, or moved by Alt+↑ and Alt+↓ where the focus is; Delete takes
 * one out. The chosen one is edited beside the list.
 */
export function ColumnList({
  columns,
  fields,
  chosen,
  onChoose,
  onMove,
  onRemove,
}: {
  columns: readonly LayoutColumn[];
  fields: readonly LayoutField[];
  chosen: number;
  onChoose: (index: number) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const focusChosen = useRef(false);
  useEffect(() => {
    if (!focusChosen.current) return;
    focusChosen.current = false;
    list.current?.querySelectorAll<HTMLElement>('button')[chosen]?.focus();
  });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= columns.length) return;
    focusChosen.current = true;
    onMove(from, to);
    setSaid(`Cột «${columns[from]!.header}» ở vị trí ${to + 1} trên ${columns.length}.`);
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Delete') {
      focusChosen.current = true;
      onRemove(index);
      setSaid(`Đã bỏ cột «${columns[index]!.header}».`);
    } else if (by === undefined) return;
    else if (event.altKey) move(index, index + by);
    else {
      focusChosen.current = true;
      onChoose(Math.max(0, Math.min(columns.length - 1, index + by)));
    }
    event.preventDefault();
  };
  const onDrop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== undefined && dragged !== to) move(dragged, to);
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <>
      <ol
        ref={list}
        aria-label="Các cột của mẫu"
        className="m-0 max-h-96 list-none overflow-y-auto rounded-md border border-line p-0"
      >
        {columns.map((column, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two headers may be equal while one is typed; rows keep nothing
            key={index}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', column.header);
              event.dataTransfer.effectAllowed = 'move';
              setDragged(index);
            }}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(index);
            }}
            onDragEnd={() => {
              setDragged(undefined);
              setOver(undefined);
            }}
            onDrop={(event) => onDrop(event, index)}
            className={cn(
              'border-b border-line last:border-b-0',
              over === index && dragged !== undefined && 'bg-hover',
            )}
          >
            <button
              type="button"
              aria-current={index === chosen ? 'true' : undefined}
              tabIndex={index === chosen ? 0 : -1}
              onClick={() => onChoose(index)}
              onKeyDown={(event) => onKey(event, index)}
              className={cn(
                'flex min-h-8 w-full items-center gap-2 px-2 py-1 text-left text-grid pointer-coarse:min-h-11',
                index === chosen ? 'bg-tint' : 'hover:bg-hover',
              )}
            >
              <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-ink-3" />
              <span className="tabular w-6 shrink-0 text-right text-ink-3">{index + 1}</span>
              <span className="min-w-0 grow truncate font-medium">{column.header}</span>
              <span className="min-w-0 shrink truncate text-ink-2">{sourceName(column, fields)}</span>
            </button>
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}
