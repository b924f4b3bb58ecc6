import { Link2, Sparkles, Unlink } from 'lucide-react';
import { useMemo } from 'react';
import { useList } from '../../api/lists.ts';
import { useCommands } from '../../page/commands.ts';
import { Page } from '../../page/page.tsx';
import { paths } from '../../paths.ts';
import { type ListSearch, useListSearch } from '../../search.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { useProfileId } from '../../shared/profile-id.ts';
import { ListFilter } from '../../shared/records/record-state.tsx';
import { UploadDialog } from '../../shared/upload/upload-dialog.tsx';
import { UploadMenu } from '../../shared/upload/upload-menu.tsx';
import { useParam, useParamLink } from '../../shared/use-param.ts';
import { strings } from '../../strings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import type { BulkContext } from '../../ui/grid/grid-props.ts';
import type { GridColumn, GridSource } from '../../ui/grid/types.ts';
import { AppLink } from '../../ui/link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Connection, partnerColumns, productColumns } from './columns.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectionDrawer } from './connection-drawer.tsx';
import { ConnectionStats } from './connection-stats.tsx';
import { changedBy, type Kind, ORIGINS } from './kinds.ts';
import { useDisconnect } from './use-disconnect.ts';

/** The connections of one kind in one profile: find, make, change, undo, and the way to the suggestions. */
export function ConnectionsList({ kind }: { kind: Kind }) {
  const profileId = useProfileId();
  const search = useListSearch(['origin', 'factorMissing', 'recalled'], { sort: 'amisCode' });
  const product = kind.name === 'product';
  const source = useList(kind.list, { search, fixed: { profileId } }) as GridSource<Connection>;
  const columns = (product ? productColumns : partnerColumns) as readonly GridColumn<Connection>[];
  const [open, setOpen] = useParam('id');
  const link = useParamLink('id');
  const [creating, setCreating] = useParam('new');
  const disconnect = useDisconnect(kind);
  const suggestions = (product ? paths.productSuggestions : paths.partnerSuggestions)(profileId);
  useConnectCommand(kind, setCreating);

  const removeChosen = async ({ resolve, clear }: BulkContext) => {
    const keys = new Set(await resolve());
    const chosen: Connection[] = [];
    for await (const part of source.all()) chosen.push(...part.filter((row) => keys.has(row.id)));
    clear();
    await disconnect.mutateAsync(chosen);
  };

  const connect = (
    <Button icon={<Link2 aria-hidden />} onClick={() => setCreating('true')}>
      Nối tay
    </Button>
  );
  const toSuggestions = (
    <AppLink to={suggestions} className={buttonClass('primary', 'md', '[&_svg]:size-4')}>
      <Sparkles aria-hidden />
      Duyệt gợi ý
    </AppLink>
  );
  return (
    <Page
      title={kind.title}
      kind="list"
      description={<ConnectionStats kind={kind} profileId={profileId} />}
      actions={
        <>
          {connect}
          {toSuggestions}
        </>
      }
    >
      <ListGrid
        search={search}
        id={`${kind.name}-connections`}
        label={kind.title}
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={(row) => setOpen(row.id)}
        href={(row) => link(row.id)}
        file={product ? 'lien-ket-san-pham' : 'lien-ket-doi-tac'}
        bulk={(context) => (
          <Button
            size="sm"
            icon={<Unlink aria-hidden />}
            busy={disconnect.isPending}
            onClick={() => void removeChosen(context).catch(() => undefined)}
          >
            Bỏ liên kết
          </Button>
        )}
        actions={<ConnectionUploads kind={kind} profileId={profileId} />}
        filters={<ConnectionFilters kind={kind} search={search} />}
        empty={
          <EmptyState
            title="Chưa có liên kết nào."
            hint={`Hãy sinh gợi ý rồi duyệt, hoặc nối tay từng ${kind.amisWord} với ${kind.bravoWord}.`}
            action={
              <>
                {toSuggestions}
                {connect}
              </>
            }
          />
        }
      />
      {open ? (
        <ConnectionDrawer
          key={open}
          kind={kind}
          connectionId={open}
          onClose={() => setOpen(undefined)}
          onRemove={(connection) => {
            setOpen(undefined, true);
            disconnect.mutate([connection]);
          }}
        />
      ) : null}
      {creating ? <ConnectDialog kind={kind} profileId={profileId} onClose={() => setCreating(undefined)} /> : null}
    </Page>
  );
}

function useConnectCommand(kind: Kind, setCreating: (value: string) => void): void {
  useCommands(
    useMemo(
      () => [
        {
          id: 'connect',
          group: strings.palette.actions,
          label: `Nối tay ${kind.amisWord}`,
          run: () => setCreating('true'),
        },
      ],
      [kind, setCreating],
    ),
  );
}

function ConnectionUploads({ kind, profileId }: { kind: Kind; profileId: string }) {
  const product = kind.name === 'product';
  return (
    <UploadMenu
      profileId={profileId}
      choices={[
        {
          label: product ? 'Tệp liên kết hàng hóa' : 'Tệp liên kết đối tác',
          layout: product ? 'product-connections' : 'partner-connections',
          dialog: (onClose) => (
            <UploadDialog
              title={product ? 'Tải lên liên kết hàng hóa' : 'Tải lên liên kết đối tác'}
              hint={
                product
                  ? 'Tệp có các cột: Mã hàng AMIS, Mã hàng Bravo, Hệ số (đơn vị AMIS trên một đơn vị gốc Bravo; có thể bỏ trống).'
                  : 'Tệp có hai cột: Mã đối tượng AMIS, Mã đối tượng Bravo.'
              }
              operation={kind.upload}
              input={{ query: { profileId } }}
              invalidates={[...changedBy(kind), kind.suggestions]}
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  );
}

function ConnectionFilters({
  kind,
  search,
}: {
  kind: Kind;
  search: ListSearch<'origin' | 'factorMissing' | 'recalled'>;
}) {
  return (
    <>
      <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên hai bên…" />
      {kind.name === 'product' ? (
        <ListFilter
          search={search}
          name="factorMissing"
          label="Hệ số"
          options={[
            { value: 'true', label: 'Thiếu hệ số' },
            { value: 'false', label: 'Đã có hệ số' },
          ]}
        />
      ) : null}
      <ListFilter
        several
        search={search}
        name="origin"
        label="Cách nối"
        options={Object.entries(ORIGINS).map(([value, label]) => ({ value, label }))}
      />
      <ListFilter
        search={search}
        name="recalled"
        label="Bảo chứng"
        options={[{ value: 'true', label: 'Phải soát lại' }]}
      />
    </>
  );
}
