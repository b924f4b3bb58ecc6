import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import type { ListSearch } from '../../search.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { ACTIVE, CONNECTED, connectedColumn, ListFilter } from '../../shared/records/record-state.tsx';
import { type UploadChoice, UploadMenu } from '../../shared/upload/upload-menu.tsx';
import { useParamLink } from '../../shared/use-param.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import type { GridProps } from '../../ui/grid/grid-props.ts';
import type { GridColumn, GridSource } from '../../ui/grid/types.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ORIGINS } from './strings.ts';
import { type Sync, SyncButtons, SyncStatus } from './sync-panel.tsx';

type MasterRow = { code: string; isActive: boolean; connectionCount: number; source: keyof typeof ORIGINS };
/** Filters that both masters have. */
export type MasterFilter = 'connected' | 'profileId' | 'isActive' | 'type' | 'source';

/**
 * The number of AMIS records of the chosen profile (of all profiles when none is chosen) that a Bravo record is
 * connected with.
 */
export const amisColumn = <Row extends MasterRow>(): GridColumn<Row> => connectedColumn('Liên kết AMIS');

/** The origin of a record: Bravo, or a file. */
export const originColumn = <Row extends MasterRow>(): GridColumn<Row> => ({
  id: 'source',
  header: 'Nguồn',
  value: (row) => ORIGINS[row.source],
  cell: (row) => (row.source === 'given' ? <Chip tone="amber">{ORIGINS.given}</Chip> : ORIGINS.bravo),
  filter: false,
  width: 96,
});

/** A list of Bravo records, brought here by a sync or by a file and looked at in a drawer. */
export function MasterPage<Row extends MasterRow, Name extends string>({
  title,
  id,
  fileName,
  placeholder,
  sync,
  search,
  source,
  columns,
  filters,
  onOpen,
  bulk,
  uploads,
  children,
}: {
  title: string;
  id: string;
  fileName: string;
  placeholder: string;
  sync: Sync;
  search: ListSearch<Name | MasterFilter>;
  source: GridSource<Row>;
  columns: readonly GridColumn<Row>[];
  /** Filters of this master alone. */
  filters: ReactNode;
  onOpen: (code: string) => void;
  bulk?: GridProps<Row>['bulk'];
  /** The files that bring records of this master. */
  uploads: readonly UploadChoice[];
  /** The drawer, when one is open. */
  children: ReactNode;
}) {
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });
  const link = useParamLink('id');
  return (
    <Page title={title} kind="list" description={<SyncStatus sync={sync} />} actions={<SyncButtons sync={sync} />}>
      <ListGrid
        search={search}
        id={id}
        label={title}
        columns={columns}
        rowKey={(row) => row.code}
        source={source}
        onOpen={(row) => onOpen(row.code)}
        href={(row) => link(row.code)}
        rowTone={(row) => (row.isActive ? undefined : 'muted')}
        file={fileName}
        {...(bulk && { bulk })}
        actions={<UploadMenu choices={uploads} />}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder={placeholder} />
            {filters}
            <ListFilter search={search} name="connected" label="Liên kết" options={CONNECTED} />
            <ListFilter
              search={search}
              name="profileId"
              label="Hồ sơ"
              options={(profiles.data?.items ?? []).map(({ id: value, code, name }) => ({
                value,
                label: code,
                hint: name,
              }))}
            />
            <ListFilter
              search={search}
              name="source"
              label="Nguồn"
              options={Object.entries(ORIGINS).map(([value, label]) => ({ value, label }))}
            />
            <ListFilter search={search} name="isActive" label="Trạng thái" options={ACTIVE} />
          </>
        }
        empty={
          sync.stats?.isFilesOnly ? (
            <EmptyState
              title={`Chưa có ${sync.what} nào.`}
              hint="Hệ thống được đặt chỉ dùng tệp, không nối Bravo: đưa danh mục vào bằng tệp kết xuất từ Bravo."
              action={<UploadMenu primary choices={uploads} />}
            />
          ) : (
            <EmptyState
              title={`Chưa có ${sync.what} nào.`}
              hint="Đồng bộ toàn bộ một lần để lấy danh mục từ Bravo; các lần sau chỉ cần đồng bộ thay đổi. Chưa nối được Bravo thì đưa danh mục bằng tệp ở «Tải lên»."
              action={
                <Button variant="primary" busy={sync.busy} onClick={() => void sync.start('full')}>
                  Đồng bộ toàn bộ
                </Button>
              }
            />
          )
        }
      />
      {children}
    </Page>
  );
}
