import { Copy, ExternalLink, ListFilter } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { AnchoredMenu, type MenuEntry } from '../../overlays/menu.tsx';
import { toast } from '../../overlays/toast.tsx';

export type CellMenuTarget = {
  anchor: HTMLElement;
  /** The page of the row, as a path of the product. */
  href: string | undefined;
  /** Leaves only the rows with this cell's value. */
  only: (() => void) | undefined;
};

/** The actions on a cell: copy, with the names of the columns too; its row in a new tab; rows like it. */
export function CellMenu({
  target,
  onClose,
  onCopy,
}: {
  target: CellMenuTarget | undefined;
  onClose: () => void;
  onCopy: (withHeader: boolean) => void;
}) {
  const href = target?.href;
  const only = target?.only;
  const entries: MenuEntry[] = [
    { label: strings.grid.copy, icon: <Copy aria-hidden />, keys: 'Ctrl+C', onSelect: () => onCopy(false) },
    { label: strings.grid.copyWithHeader, keys: 'Ctrl+Shift+C', onSelect: () => onCopy(true) },
    ...(href === undefined
      ? []
      : [
          { kind: 'separator' as const },
          {
            label: strings.grid.openInNewTab,
            icon: <ExternalLink aria-hidden />,
            onSelect: () => void window.open(href, '_blank', 'noopener'),
          },
          {
            label: strings.grid.copyLink,
            onSelect: () => {
              void navigator.clipboard
                .writeText(new URL(href, location.href).href)
                .then(() => toast.success(strings.grid.linkCopied));
            },
          },
        ]),
    ...(only
      ? [
          { kind: 'separator' as const },
          { label: strings.grid.onlyThisValue, icon: <ListFilter aria-hidden />, onSelect: only },
        ]
      : []),
  ];
  return <AnchoredMenu anchor={target?.anchor ?? null} onClose={onClose} entries={entries} label={strings.grid.copy} />;
}
