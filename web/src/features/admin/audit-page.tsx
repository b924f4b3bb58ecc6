import { useState } from 'react';
import { useList } from '../../api/lists.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import { useListSearch } from '../../search.ts';
import { options } from '../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { changesBetween } from '../../shared/records/changes.ts';
import { ListFilter } from '../../shared/records/record-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { DateRangeFilter } from '../../ui/fields/date-range.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { formatInstant } from '../../ui/format/time.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Drawer } from '../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AuditChain } from './audit-chain.tsx';
import { fieldName, valueOfField } from './fields.ts';
import { actionName, ENTITIES, entityName } from './terms.ts';

type Event = ItemOf<'listAuditEvents'>;

const columns: GridColumn<Event>[] = [
  {
    id: 'at',
    header: 'Lúc',
    kind: 'instant',
    value: (row) => row.at,
    sort: true,
    pinned: true,
    opens: true,
    width: 150,
  },
  { id: 'actor', filter: true, header: 'Người làm', value: (row) => row.actor, width: 210 },
  { id: 'summary', filter: true, header: 'Việc đã làm', value: (row) => row.summary, width: 420, grow: true },
  {
    id: 'entity',
    filter: true,
    options: options(ENTITIES),
    header: 'Đối tượng',
    value: (row) => entityName(row.entity),
    width: 150,
  },
  { id: 'action', header: 'Thao tác', value: (row) => actionName(row.action), width: 160 },
  { id: 'record', header: 'Bản ghi', value: (row) => row.names[row.entityId] ?? '', width: 220 },
  { id: 'entityId', filter: true, header: 'Mã bản ghi', kind: 'code', value: (row) => row.entityId, hidden: true },
  { id: 'requestId', filter: true, header: 'Mã yêu cầu', kind: 'code', value: (row) => row.requestId, hidden: true },
];

const PEOPLE = { query: { limit: 200, sort: 'email' as const } };

/** The audit log: the person, the action and the time of each event. The log can only grow. */
export function AuditPage() {
  const search = useListSearch(['entity', 'actor', 'fromDate', 'toDate', 'entityId'], { sort: '-at' });
  const source = useList('listAuditEvents', { search });
  const people = useCall('listUsers', PEOPLE);
  const [open, setOpen] = useState<Event>();
  return (
    <Page title="Nhật ký" kind="list" description={<AuditChain />}>
      <ListGrid
        search={search}
        id="admin-audit"
        label="Nhật ký"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={setOpen}
        file="nhat-ky"
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm trong việc đã làm…" />
            <ListFilter
              several
              search={search}
              name="entity"
              label="Đối tượng"
              options={Object.entries(ENTITIES).map(([value, label]) => ({ value, label }))}
            />
            <ListFilter
              several
              search={search}
              name="actor"
              label="Người làm"
              options={(people.data?.items ?? []).map(({ email }) => ({ value: email, label: email }))}
            />
            <DateRangeFilter
              value={{ from: search.filters.fromDate || null, to: search.filters.toDate || null }}
              onChange={({ from, to }) => search.setFilters({ fromDate: from, toDate: to })}
            />
            {search.filters.entityId ? (
              <Button onClick={() => search.setFilter('entityId', undefined)}>Một bản ghi: bỏ lọc</Button>
            ) : null}
          </>
        }
        empty={<EmptyState title="Chưa có việc nào được ghi." hint="Mọi thay đổi dữ liệu đều được ghi lại ở đây." />}
      />
      {open ? (
        <EventDrawer
          event={open}
          onClose={() => setOpen(undefined)}
          onRecord={() => {
            search.setFilters({ entity: open.entity, entityId: open.entityId });
            setOpen(undefined);
          }}
        />
      ) : null}
    </Page>
  );
}

function EventDrawer({ event, onClose, onRecord }: { event: Event; onClose: () => void; onRecord: () => void }) {
  const changes = changesBetween(event.before, event.after);
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={event.summary}
      description={`${event.actor} · ${formatInstant(event.at)}`}
      width="lg"
      footer={<Button onClick={onRecord}>Mọi thay đổi của bản ghi này</Button>}
    >
      <Facts>
        <Fact label="Đối tượng">{entityName(event.entity)}</Fact>
        <Fact label="Thao tác">{actionName(event.action)}</Fact>
        <Fact label="Bản ghi">
          {event.names[event.entityId] ?? <span className="font-mono text-small">{event.entityId}</span>}
        </Fact>
        {event.requestId ? (
          <Fact label="Mã yêu cầu">
            <span className="font-mono text-small">{event.requestId}</span>
          </Fact>
        ) : null}
      </Facts>
      {changes.length > 0 ? (
        <table className="mt-4 w-full border-collapse text-grid">
          <caption className="pb-1 text-left text-base font-semibold">Thay đổi</caption>
          <thead>
            <tr className="border-b border-line text-left text-ink-2">
              <th className="py-1 pr-3 font-medium">Trường</th>
              <th className="py-1 pr-3 font-medium">Trước</th>
              <th className="py-1 font-medium">Sau</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name} className="border-b border-line align-top last:border-b-0">
                <td className="py-1 pr-3 text-ink-2">{fieldName(name, event.entity)}</td>
                <td className="tabular py-1 pr-3 break-words text-ink-2">{valueOfField(event, name, before)}</td>
                <td className="tabular py-1 break-words">{valueOfField(event, name, after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <Whole title="Toàn bộ trước khi làm" value={event.before} />
      <Whole title="Toàn bộ sau khi làm" value={event.after} />
    </Drawer>
  );
}

function Whole({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <details className="mt-3">
      <summary className="cursor-default text-grid font-medium">{title}</summary>
      <pre className="m-0 mt-1 max-w-full rounded-md border border-line bg-sunken p-2 text-small break-words whitespace-pre-wrap">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
