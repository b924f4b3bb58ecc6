import { useList } from '../../api/lists.ts';
import { Page } from '../../page/page.tsx';
import { useListSearch } from '../../search.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { ListFilter } from '../../shared/records/record-state.tsx';
import { useParam, useParamLink } from '../../shared/use-param.ts';
import { Chip } from '../../ui/chip.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { EmptyState } from '../../ui/states.tsx';
import { type User, UserDrawer } from './user-drawer.tsx';

const columns: GridColumn<User>[] = [
  { id: 'email', header: 'Email', value: (row) => row.email, sort: true, pinned: true, opens: true, width: 240 },
  { id: 'displayName', filter: true, header: 'Tên hiển thị', value: (row) => row.displayName, width: 220, grow: true },
  {
    id: 'isAdmin',
    filter: true,
    options: [
      { value: 'true', label: 'Quản trị viên' },
      { value: 'false', label: 'Kế toán' },
    ],
    header: 'Quyền',
    value: (row) => (row.isAdmin ? 'Quản trị viên' : 'Kế toán'),
    cell: (row) => <Chip tone={row.isAdmin ? 'green' : 'grey'}>{row.isAdmin ? 'Quản trị viên' : 'Kế toán'}</Chip>,
    width: 120,
  },
  {
    id: 'lastSeenAt',
    header: 'Hoạt động gần nhất',
    kind: 'instant',
    value: (row) => row.lastSeenAt,
    sort: true,
    width: 160,
  },
  {
    id: 'createdAt',
    header: 'Đăng nhập lần đầu',
    kind: 'instant',
    value: (row) => row.createdAt,
    sort: true,
    width: 160,
  },
];

const RIGHTS = [
  { value: 'true', label: 'Quản trị viên' },
  { value: 'false', label: 'Kế toán' },
];

/** Everybody who has signed in, with what they may. */
export function UsersPage() {
  const search = useListSearch(['isAdmin'], { sort: 'email' });
  const source = useList('listUsers', { search });
  const [open, setOpen] = useParam('user');
  const link = useParamLink('user');
  return (
    <Page title="Người dùng" kind="list">
      <ListGrid
        search={search}
        id="admin-users"
        label="Người dùng"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={(row) => setOpen(row.uid)}
        href={(row) => link(row.uid)}
        file="nguoi-dung"
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm email, tên…" />
            <ListFilter search={search} name="isAdmin" label="Quyền" options={RIGHTS} />
          </>
        }
        empty={<EmptyState title="Chưa có ai đăng nhập." hint="Người dùng có mặt ở đây từ lần đăng nhập đầu tiên." />}
      />
      {open ? <UserDrawer key={open} uid={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}
