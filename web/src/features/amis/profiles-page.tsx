import { Files, Plus } from 'lucide-react';
import type { ItemOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import { paths } from '../../paths.ts';
import { useListSearch } from '../../search.ts';
import { useParam } from '../../shared/use-param.ts';
import { strings } from '../../strings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/fields/select.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { AppLink } from '../../ui/link.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

type Profile = ItemOf<'listProfiles'>;

const NEW = 'new';

/** The legal entities whose AMIS books are invoiced from, as cards with their figures. */
export function ProfilesPage() {
  const search = useListSearch(['isActive'], { sort: 'code', filters: { isActive: 'true' } });
  const { isActive } = search.filters;
  const profiles = useCall(
    'listProfiles',
    { query: { limit: 200, sort: 'code', ...(search.q && { q: search.q }), ...(isActive !== 'all' && { isActive }) } },
    { keepPrevious: true },
  );
  const [editing, setEditing] = useParam('edit');
  const items = profiles.data?.items;
  const edited = useEdited(items, editing);
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing(NEW)}>
      Tạo hồ sơ
    </Button>
  );
  return (
    <Page title={strings.nav.profiles} kind="wide">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên, MST…" />
        <FilterSelect
          label="Trạng thái"
          value={isActive === 'all' ? '' : isActive}
          onChange={(value) => search.setFilter('isActive', value === 'true' ? undefined : value || 'all')}
          options={[
            { value: 'true', label: 'Đang dùng' },
            { value: 'false', label: 'Ngừng dùng' },
          ]}
        />
        <span className="grow" />
        <AppLink to={paths.uploads()} className={buttonClass()}>
          <Files aria-hidden className="size-4" />
          {strings.file.several}
        </AppLink>
        {create}
      </div>
      {profiles.isError && !items ? (
        <ErrorState message={profiles.error.message} onRetry={() => void profiles.refetch()} />
      ) : !items ? (
        <CardSkeletons />
      ) : items.length === 0 ? (
        search.q || isActive !== 'true' ? (
          <EmptyState
            title={strings.grid.emptyFiltered}
            hint={strings.grid.emptyFilteredHint}
            action={<Button onClick={search.clear}>{strings.grid.clearFilters}</Button>}
          />
        ) : (
          <EmptyState
            title="Chưa có hồ sơ nào."
            hint="Mỗi pháp nhân dùng AMIS là một hồ sơ: có danh mục, tồn kho và hóa đơn riêng."
            action={create}
          />
        )
      ) : (
        <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-3 p-0">
          {items.map((profile) => (
            <li key={profile.id} className="flex">
              <ProfileCard profile={profile} onEdit={() => setEditing(profile.id)} />
            </li>
          ))}
        </ul>
      )}
      {editing === NEW || edited ? (
        <ProfileDialog key={editing} profile={edited} onClose={() => setEditing(undefined)} />
      ) : null}
    </Page>
  );
}

/** The profile that the address names. A link may lead to one that is no longer in use, which the list leaves out. */
function useEdited(items: readonly Profile[] | undefined, id: string): Profile | undefined {
  const listed = items?.find((profile) => profile.id === id);
  const isOther = items !== undefined && id !== '' && id !== NEW && !listed;
  const other = useCall('getProfile', { params: { id } }, { enabled: isOther });
  return listed ?? (isOther ? other.data : undefined);
}

function CardSkeletons() {
  return (
    <div role="status" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-3">
      <span className="sr-only">{strings.common.loading}</span>
      {[1, 2, 3].map((card) => (
        <div key={card} className="flex h-72 flex-col gap-3 rounded-md border border-line bg-raised p-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
          <Skeleton className="mt-4 h-24" />
          <Skeleton className="w-3/4" />
        </div>
      ))}
    </div>
  );
}
