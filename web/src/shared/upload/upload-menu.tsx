import type { ImportBatch } from '@khop/contract/runs.ts';
import { Files, History, Upload } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { type Command, useCommands } from '../../page/commands.ts';
import { paths } from '../../paths.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { useGo } from '../../ui/link.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { ImportDialog } from './import-dialog.tsx';

export type UploadChoice = {
  label: string;
  /** The name of the file's layout, by which earlier uploads are found. */
  layout: string;
  /** The dialog of this choice. */
  dialog: (onClose: () => void) => ReactNode;
};

/** "Tải lên": the files that a list takes, and what was uploaded before. */
export function UploadMenu({
  choices,
  profileId,
  primary = false,
}: {
  choices: readonly UploadChoice[];
  profileId?: string;
  primary?: boolean;
}) {
  const [open, setOpen] = useState<UploadChoice | 'earlier'>();
  const go = useGo();
  const close = () => setOpen(undefined);
  useUploadCommands(primary ? NONE : choices, setOpen);
  return (
    <>
      <Menu
        trigger={
          <Button variant={primary ? 'primary' : 'secondary'} icon={<Upload aria-hidden />}>
            Tải lên
          </Button>
        }
        entries={[
          ...choices.map((choice) => ({ label: choice.label, onSelect: () => setOpen(choice) })),
          { kind: 'separator' as const },
          {
            label: `${strings.file.several}…`,
            icon: <Files aria-hidden />,
            onSelect: () => go(paths.uploads({ profileId })),
          },
          { label: 'Các lần tải trước', icon: <History aria-hidden />, onSelect: () => setOpen('earlier') },
        ]}
      />
      {open === 'earlier' ? <EarlierUploads choices={choices} profileId={profileId} onClose={close} /> : null}
      {open && open !== 'earlier' ? open.dialog(close) : null}
    </>
  );
}

const NONE: readonly UploadChoice[] = [];

/** The same uploads in the command palette; not those of an empty list, which the list's own menu has too. */
function useUploadCommands(choices: readonly UploadChoice[], choose: (choice: UploadChoice) => void): void {
  const latest = useRef({ choices, choose });
  latest.current = { choices, choose };
  const labels = choices.map(({ label }) => label).join('\n');
  useCommands(
    useMemo<Command[]>(
      () =>
        labels
          .split('\n')
          .filter(Boolean)
          .map((label, index) => ({
            id: `upload-${label}`,
            label: `Tải lên: ${label}`,
            group: strings.palette.actions,
            run: () => {
              const choice = latest.current.choices[index];
              if (choice) latest.current.choose(choice);
            },
          })),
      [labels],
    ),
  );
}

const SHOWN = 30;

function EarlierUploads({
  choices,
  profileId,
  onClose,
}: {
  choices: readonly UploadChoice[];
  profileId: string | undefined;
  onClose: () => void;
}) {
  const [shown, setShown] = useState<string>();
  // One layout can be asked for by name; several are sorted out here.
  const only = choices.length === 1 ? choices[0]?.layout : undefined;
  const imports = useCall('listImports', {
    query: { sort: '-createdAt', limit: 200, ...(profileId && { profileId }), ...(only && { layout: only }) },
  });
  const layouts = new Map(choices.map(({ layout, label }) => [layout, label]));
  const items = imports.data?.items.filter(({ layout }) => layouts.has(layout)).slice(0, SHOWN);
  return (
    <>
      <Dialog
        open={shown === undefined}
        onOpenChange={(open) => {
          if (!open && shown === undefined) onClose();
        }}
        title="Các lần tải trước"
        width="md"
      >
        {imports.isError && !items ? (
          <ErrorState message={imports.error.message} onRetry={() => void imports.refetch()} />
        ) : !items ? (
          <SkeletonLines />
        ) : items.length === 0 ? (
          <EmptyState title="Chưa tải tệp nào." />
        ) : (
          <ul className="m-0 -mx-4 list-none divide-y divide-line p-0">
            {items.map((batch) => (
              <li key={batch.id}>
                <button
                  type="button"
                  onClick={() => setShown(batch.id)}
                  className="flex w-full flex-col gap-0.5 px-4 py-2 text-left hover:bg-hover"
                >
                  <span className="flex w-full items-center gap-2">
                    <span className="min-w-0 grow truncate text-base font-medium">{batch.fileName}</span>
                    <BatchChip batch={batch} />
                  </span>
                  <span className="text-small text-ink-3">
                    {layouts.get(batch.layout)} · {formatInstant(batch.createdAt)} · {batch.createdBy}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      {shown ? <ImportDialog importId={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}

function BatchChip({ batch: { undoneAt, report } }: { batch: ImportBatch }) {
  if (undoneAt) return <Chip>Đã hoàn tác</Chip>;
  return (
    <Chip tone={report.rejected > 0 ? 'amber' : 'green'} icon>
      {report.rejected > 0 ? `${formatCount(report.rejected)} dòng lỗi` : 'Không lỗi'}
    </Chip>
  );
}
