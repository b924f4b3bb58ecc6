import { Archive, ArchiveRestore, Ellipsis, Pencil, Trash2, Warehouse } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useAction, useCall } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { PROFILE_LABELS } from '../../shared/records/profile-labels.ts';
import { ImportDialog } from '../../shared/upload/import-dialog.tsx';
import { strings } from '../../strings.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatCount, formatMoney } from '../../ui/format/number.ts';
import { formatDay, formatRelative } from '../../ui/format/time.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AppLink, TextLink } from '../../ui/link.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { LAYOUT_NAMES } from './strings.ts';
import { WarehousesDialog } from './warehouses-dialog.tsx';

type Profile = ItemOf<'listProfiles'>;

/** One profile at a glance: who it is, how far it is connected, what waits, what was uploaded last. */
export function ProfileCard({ profile, onEdit }: { profile: Profile; onEdit: () => void }) {
  const stats = useCall('getProfileStats', { params: { id: profile.id } });
  const [shownImport, setShownImport] = useState<string>();
  const [showsWarehouses, setShowsWarehouses] = useState(false);
  const actions = useProfileActions(profile);
  const { data } = stats;
  const pending = data ? data.pendingProductSuggestions + data.pendingPartnerSuggestions : 0;
  return (
    <article className="flex w-full flex-col rounded-md border border-line bg-raised">
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-3">
        {profile.logoUrl ? (
          <img
            src={profile.logoUrl}
            alt=""
            className="h-10 max-w-20 shrink-0 self-center rounded-[4px] bg-white object-contain"
          />
        ) : null}
        <div className="min-w-0 grow">
          <h2 className="m-0 text-base font-semibold">
            <AppLink
              to={paths.products(profile.id)}
              className="text-ink no-underline hover:text-accent hover:underline"
            >
              {profile.name}
            </AppLink>
          </h2>
          <p className="m-0 mt-0.5 flex flex-wrap items-center gap-x-2 text-small text-ink-2">
            <span className="font-medium">{profile.code}</span>
            <span>{profile.taxCode ? `MST ${profile.taxCode}` : 'Chưa có MST'}</span>
            {profile.invoiceSymbol ? <span>Ký hiệu {profile.invoiceSymbol}</span> : null}
            {profile.isActive ? null : <Chip>Ngừng dùng</Chip>}
          </p>
        </div>
        <Menu
          trigger={<IconButton size="sm" label={`Thao tác với ${profile.name}`} icon={<Ellipsis aria-hidden />} />}
          entries={[
            { label: strings.common.edit, icon: <Pencil aria-hidden />, onSelect: onEdit },
            { label: 'Mã kho', icon: <Warehouse aria-hidden />, onSelect: () => setShowsWarehouses(true) },
            profile.isActive
              ? { label: 'Ngừng dùng', icon: <Archive aria-hidden />, onSelect: actions.toggle }
              : { label: 'Dùng lại', icon: <ArchiveRestore aria-hidden />, onSelect: actions.toggle },
            { kind: 'separator' },
            { label: 'Xóa hồ sơ', icon: <Trash2 aria-hidden />, danger: true, onSelect: () => void actions.remove() },
          ]}
        />
      </header>
      <div className="flex grow flex-col gap-3 p-3 text-grid">
        {stats.isError ? (
          <p role="alert" className="m-0 text-red-ink">
            Không tải được số liệu: {stats.error.message}
          </p>
        ) : null}
        <Coverage
          name="Hàng hóa"
          to={paths.products(profile.id)}
          connectedTo={paths.productConnections(profile.id)}
          connected={data?.connectedProducts}
          total={data?.products}
        />
        <Coverage
          name="Khách hàng"
          to={paths.customers(profile.id)}
          connectedTo={paths.partnerConnections(profile.id)}
          connected={data?.connectedCustomers}
          total={data?.customers}
        />
        <dl className="m-0 grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
          <dt className="text-ink-2">Nhà cung cấp</dt>
          <dd className="tabular m-0 text-right">
            {data ? <TextLink to={paths.suppliers(profile.id)}>{formatCount(data.suppliers)}</TextLink> : <Wait />}
          </dd>
          <dt className="text-ink-2">Giá trị tồn kho</dt>
          <dd className="tabular m-0 text-right">{data ? formatMoney(data.stockValue) : <Wait />}</dd>
          <dt className="text-ink-2">Khóa sổ đến ngày</dt>
          <dd className="tabular m-0 text-right">{formatDay(profile.lockedThrough) || 'Chưa khóa'}</dd>
          <LastIssued typed={profile.lastIssuedDate} learnt={data?.learntLastIssuedDate} />
        </dl>
        {data && (pending > 0 || data.negativeStockProducts > 0) ? (
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {data.pendingProductSuggestions > 0 ? (
              <TextLink to={paths.productSuggestions(profile.id)}>
                {formatCount(data.pendingProductSuggestions)} gợi ý hàng hóa
              </TextLink>
            ) : null}
            {data.pendingPartnerSuggestions > 0 ? (
              <TextLink to={paths.partnerSuggestions(profile.id)}>
                {formatCount(data.pendingPartnerSuggestions)} gợi ý đối tác
              </TextLink>
            ) : null}
            {data.negativeStockProducts > 0 ? (
              <TextLink to={paths.products(profile.id, { stock: 'negative' })}>
                <Chip tone="red" icon>
                  {formatCount(data.negativeStockProducts)} mã tồn âm
                </Chip>
              </TextLink>
            ) : null}
          </div>
        ) : null}
        <div className="mt-auto border-t border-line pt-2">
          <p className="m-0 mb-1 text-small text-ink-3">Tệp mới nhất</p>
          {data && data.latestImports.length > 0 ? (
            <ul className="m-0 flex list-none flex-col p-0">
              {data.latestImports.map((latest) => (
                <li key={latest.layout} className="flex items-baseline gap-2">
                  <button
                    type="button"
                    title={latest.fileName}
                    onClick={() => setShownImport(latest.importId)}
                    className="min-w-0 truncate rounded-[4px] py-0.5 text-left pointer-coarse:min-h-11 text-accent hover:underline"
                  >
                    {LAYOUT_NAMES[latest.layout] ?? latest.layout}
                  </button>
                  <span className="ml-auto shrink-0 text-small text-ink-3">{formatRelative(latest.at)}</span>
                </li>
              ))}
            </ul>
          ) : data ? (
            <p className="m-0 text-ink-2">Chưa tải tệp nào.</p>
          ) : (
            <Skeleton className="w-2/3" />
          )}
        </div>
      </div>
      {shownImport ? <ImportDialog importId={shownImport} onClose={() => setShownImport(undefined)} /> : null}
      {showsWarehouses ? <WarehousesDialog profile={profile} onClose={() => setShowsWarehouses(false)} /> : null}
    </article>
  );
}

const Wait = () => <Skeleton className="inline-block w-12 align-middle" />;

function Coverage({
  name,
  to,
  connectedTo,
  connected,
  total,
}: {
  name: string;
  to: string;
  connectedTo: string;
  connected: number | undefined;
  total: number | undefined;
}) {
  const known = connected !== undefined && total !== undefined;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-ink-2">{name}</span>
        {known ? (
          <span className="tabular">
            <TextLink to={connectedTo} aria-label={`${name}: ${formatCount(connected)} đã nối`}>
              {formatCount(connected)}
            </TextLink>
            <span className="text-ink-3"> / </span>
            <TextLink to={to} aria-label={`${name}: ${formatCount(total)} tất cả`}>
              {formatCount(total)}
            </TextLink>
            <span className="text-ink-3"> đã nối</span>
          </span>
        ) : (
          <Wait />
        )}
      </div>
      <Progress bare label={`${name} đã nối`} percent={known && total > 0 ? (100 * connected) / total : 0} />
    </div>
  );
}

function useProfileActions(profile: Profile) {
  const change = useAction(
    ({ isActive, version }: { isActive: boolean; version: number }) =>
      call('updateProfile', { params: { id: profile.id }, body: { isActive, version } }),
    {
      invalidates: ['listProfiles', 'getProfile'],
      onSuccess: (saved) =>
        toast.undo(saved.isActive ? `Đã dùng lại «${saved.name}».` : `Đã ngừng dùng «${saved.name}».`, () =>
          change.mutate({ isActive: !saved.isActive, version: saved.version }),
        ),
    },
  );
  const remove = useAction(
    () => call('deleteProfile', { params: { id: profile.id }, query: { version: profile.version } }),
    {
      invalidates: ['listProfiles'],
      onSuccess: () => {
        toast.success(`Đã xóa hồ sơ «${profile.name}».`);
      },
    },
  );
  return {
    toggle: () => change.mutate({ isActive: !profile.isActive, version: profile.version }),
    remove: async () => {
      const agreed = await confirm({
        title: `Xóa hồ sơ «${profile.name}»?`,
        body: 'Chỉ xóa được hồ sơ chưa có dữ liệu. Không hoàn tác được; hồ sơ đã có dữ liệu thì hãy ngừng dùng.',
        action: 'Xóa hồ sơ',
        danger: true,
      });
      if (agreed) remove.mutate();
    },
  };
}

/** The date before which no new invoice of the symbol is dated: the later of the typed one and the learnt one, and which it is. */
function LastIssued({ typed, learnt }: { typed: string | null; learnt: string | null | undefined }) {
  const isLearnt = Boolean(learnt) && (typed === null || learnt! > typed);
  const day = isLearnt ? learnt : typed;
  if (!day) return null;
  return (
    <>
      <dt className="text-ink-2">
        {PROFILE_LABELS.lastIssuedDate}
        {isLearnt ? <span className="block text-small text-ink-3">Học từ sổ bán hàng AMIS</span> : null}
      </dt>
      <dd className="tabular m-0 text-right">{formatDay(day)}</dd>
    </>
  );
}
