import type { Notation } from '@khop/engine/sheets/body/notation.ts';
import { columnLetters } from '@khop/engine/sheets/cell.ts';
import type { ColumnMap, MappedColumn } from '@khop/engine/sheets/mapping/column-map.ts';
import { faultsOfMap } from '@khop/engine/sheets/mapping/faults.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { InputOf, OutputOf } from '../../../api/operations.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { confirm } from '../../../ui/overlays/confirm.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { MapNameField } from './map-name-field.tsx';

type FileMap = OutputOf<'listFileMaps'>['items'][number];

/** Maps that are shown at first, that come with each wish for more, and the most that are asked for at once. */
const [SHOWN_FIRST, SHOWN_MORE, MOST_SHOWN] = [50, 150, 500];

/** The maps that were remembered, to be renamed, changed and removed. */
export function RememberedMaps({ profiles }: { profiles: readonly { id: string; code: string }[] }) {
  const [limit, setLimit] = useState(SHOWN_FIRST);
  const maps = useCall('listFileMaps', { query: { limit } }, { keepPrevious: true });
  const [edited, setEdited] = useState<FileMap>();
  const remove = useAction(
    ({ id, version }: FileMap) => call('deleteFileMap', { params: { id }, query: { version } }),
    { invalidates: ['listFileMaps'], onSuccess: (_, { name }) => void toast.success(`Đã bỏ cách đọc «${name}».`) },
  );
  const askRemove = async (map: FileMap) => {
    const yes = await confirm({
      title: `Bỏ cách đọc «${map.name}»?`,
      body: 'Dữ liệu đã nạp còn nguyên. Tệp sau có các tiêu đề này sẽ phải chọn cột lại.',
      action: 'Bỏ cách đọc',
      danger: true,
    });
    if (yes) remove.mutate(map);
  };
  if (maps.data?.items.length === 0) return null;
  return (
    <Card title="Cách đọc đã ghi nhớ" flush>
      {maps.isError && !maps.data ? (
        <ErrorState message={maps.error.message} onRetry={() => void maps.refetch()} />
      ) : !maps.data ? (
        <SkeletonLines />
      ) : (
        <ul className="m-0 list-none divide-y divide-line p-0">
          {maps.data.items.map((map) => (
            <li key={map.id} className="flex items-center gap-2 px-3 py-2">
              <div className="min-w-0 grow">
                <p className="m-0 truncate text-base font-medium">{map.name}</p>
                <p className="m-0 text-small text-ink-3">
                  {[
                    map.title,
                    profiles.find(({ id }) => id === map.profileId)?.code,
                    `${formatCount(map.map.columns.length)} cột`,
                    formatInstant(map.updatedAt),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <IconButton
                label={`Sửa cách đọc ${map.name}`}
                icon={<Pencil aria-hidden />}
                onClick={() => setEdited(map)}
              />
              <IconButton
                label={`Bỏ cách đọc ${map.name}`}
                icon={<Trash2 aria-hidden />}
                onClick={() => void askRemove(map)}
              />
            </li>
          ))}
        </ul>
      )}
      {maps.data && maps.data.items.length < maps.data.total && limit < MOST_SHOWN ? (
        <div className="border-t border-line px-3 py-2">
          <Button busy={maps.isFetching} onClick={() => setLimit(Math.min(limit + SHOWN_MORE, MOST_SHOWN))}>
            Xem thêm
          </Button>
        </div>
      ) : null}
      {edited ? <MapDialog key={edited.id} map={edited} onClose={() => setEdited(undefined)} /> : null}
    </Card>
  );
}

/** A column whose texts write days and numbers in this way. */
const written = ({ field, column, header }: MappedColumn, { days, decimal }: Notation): MappedColumn => ({
  ...{ field, column, header },
  ...(days && { days }),
  ...(decimal && { decimal }),
});

/** The columns of a remembered map by their headers. A field has one column: chosen anew, it leaves its earlier one. */
function MapDialog({ map, onClose }: { map: FileMap; onClose: () => void }) {
  const [name, setName] = useState(map.name);
  const [columns, setColumns] = useState<readonly MappedColumn[]>(map.map.columns);
  const headers = map.map.headers ?? [];
  // The service answers a map as the engine has it.
  const faults = faultsOfMap({ ...map.map, columns } as ColumnMap);
  const save = useAction(
    () => {
      const body = { version: map.version, name: name.trim(), columns } as InputOf<'updateFileMap'>['body'];
      return call('updateFileMap', { params: { id: map.id }, body });
    },
    {
      invalidates: ['listFileMaps'],
      onSuccess: () => {
        toast.success(`Đã sửa cách đọc «${name.trim()}».`);
        onClose();
      },
    },
  );
  const choose = (column: string, header: string, field: string) => {
    const others = columns.filter((one) => one.column !== column && one.field !== field);
    setColumns(field === '' ? others : [...others, { field, column, header }]);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Sửa cách đọc"
      description={map.title}
      width="lg"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={faults.length > 0 || name.trim() === ''}
            onClick={() => save.mutate()}
          >
            Lưu
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <MapNameField value={name} onChange={setName} />
        {faults.map(({ message }) => (
          <Banner key={message} tone="warning">
            {message}
          </Banner>
        ))}
        <ul className="m-0 flex list-none flex-col gap-2 p-0">
          {headers.map((header, index) => {
            const letters = columnLetters(index);
            const chosen = columns.find(({ column }) => column === letters);
            return (
              <li key={letters} className="grid grid-cols-1 items-start gap-1 sm:grid-cols-2">
                <span className="min-w-0 pt-1.5 text-grid break-words">
                  <span className="text-ink-3">Cột {letters}</span> {header || '(không có tiêu đề)'}
                </span>
                <ColumnChoice
                  layout={map.layout}
                  name={`Cột ${letters} «${header}»`}
                  field={chosen?.field ?? ''}
                  notation={chosen ?? {}}
                  onField={(field) => choose(letters, header, field)}
                  onNotation={(said) =>
                    setColumns(columns.map((one) => (one.column === letters ? written(one, said) : one)))
                  }
                />
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}
