import { useRouterState } from '@tanstack/react-router';
import {
  Archive,
  BookOpenCheck,
  Boxes,
  Building2,
  CalendarCheck,
  CalendarRange,
  Columns3,
  FileSpreadsheet,
  FileText,
  Gauge,
  History,
  ListChecks,
  ListPlus,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
  ReceiptText,
  Scale,
  Users,
  UsersRound,
} from 'lucide-react';
import { useSession } from '../api/session.ts';
import { Logo } from '../page/logo.tsx';
import { paths } from '../paths.ts';
import { usePageSearch } from '../search.ts';
import { inPeriod } from '../shared/in-period.ts';
import { strings } from '../strings.ts';
import { cn } from '../ui/cn.ts';
import { AppLink } from '../ui/link.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';

export type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  admin?: boolean /** Words that also find it. */;
  keywords?: string;
};
export type NavGroup = { label: string | null; items: readonly NavItem[] };

const { nav } = strings;

/** The places of the product, grouped as accountants think of them. */
export const NAV: readonly NavGroup[] = [
  { label: null, items: [{ to: paths.home(), label: nav.overview, icon: Gauge }] },
  {
    label: nav.invoicesGroup,
    items: [
      { to: '/?view=periods', label: nav.issuance, icon: CalendarRange },
      { to: paths.days(), label: nav.days, icon: CalendarCheck, keywords: 'bàn giao từng ngày hạn ký đúng ngày' },
      { to: paths.invoices(), label: nav.amisInvoices, icon: FileText },
      { to: paths.bravoSales(), label: nav.bravoSales, icon: ReceiptText },
      {
        to: paths.reconciliation(),
        label: nav.reconciliation,
        icon: Scale,
        keywords: 'cân đối sổ AMIS chờ quyết định',
      },
      {
        to: paths.taxInvoices(),
        label: nav.taxInvoices,
        icon: Archive,
        keywords: 'hóa đơn điện tử xml mua vào bán ra đầu vào đầu ra chữ ký tổng cục thuế',
      },
      {
        to: paths.threeSides(),
        label: nav.threeSides,
        icon: Columns3,
        keywords: 'Bravo AMIS cơ quan thuế chênh lệch hóa đơn thiếu lệch sổ',
      },
    ],
  },
  {
    label: nav.bravoGroup,
    items: [
      { to: paths.bravoItems(), label: nav.items, icon: Boxes, keywords: 'hàng hóa sản phẩm' },
      { to: paths.bravoPartners(), label: nav.partners, icon: UsersRound, keywords: 'đối tác khách hàng nhà cung cấp' },
      {
        to: paths.salesLines(),
        label: nav.salesLines,
        icon: ListPlus,
        keywords: 'đưa thêm bảng kê xem thẳng Bravo sổ',
      },
    ],
  },
  {
    label: nav.amisGroup,
    items: [
      {
        to: paths.amisProfiles(),
        label: nav.profiles,
        icon: Building2,
        keywords: 'công ty sản phẩm khách hàng liên kết gợi ý kho',
      },
    ],
  },
  {
    label: nav.adminGroup,
    items: [
      { to: paths.users(), label: nav.users, icon: Users, admin: true },
      {
        to: paths.adminRules(),
        label: nav.rules,
        icon: BookOpenCheck,
        admin: true,
        keywords: 'thuế suất giảm thuế ngày nghỉ lễ ký hiệu người mua xác nhận',
      },
      {
        to: paths.exportLayouts(),
        label: nav.exportLayouts,
        icon: FileSpreadsheet,
        admin: true,
        keywords: 'mẫu tệp nhập cột',
      },
      { to: paths.audit(), label: nav.audit, icon: History, admin: true },
      { to: paths.runs(), label: nav.runs, icon: ListChecks, admin: true },
    ],
  },
];

/** The groups that this person may see. */
export function useNav(): readonly NavGroup[] {
  const { admin } = useSession();
  return NAV.map((group) => ({ ...group, items: group.items.filter((item) => admin || !item.admin) })).filter(
    (group) => group.items.length > 0,
  );
}

/** The item of the page that is shown: the longest address that the page's address starts with. */
export function activeItem(groups: readonly NavGroup[], pathname: string, view?: string): string | undefined {
  if (pathname === '/') return view === 'periods' ? '/?view=periods' : '/';
  // Lies under the invoices by its address, and is none of them.
  if (pathname === paths.rules()) return undefined;
  // The findings of «Kiểm tra kỳ» are opened from the cockpit.
  if (pathname === paths.finding('')) return '/';
  return groups
    .flatMap((group) => group.items)
    .map((item) => item.to)
    .filter((to) => to !== '/' && (pathname === to || pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.length - a.length)[0];
}

/** The product's name beside its sign. */
export function NavTitle() {
  return (
    <span className="flex items-center gap-2">
      <Logo />
      <span className="text-[17px] font-semibold tracking-tight text-accent">{strings.product}</span>
    </span>
  );
}

/** The left navigation; icons only when collapsed. */
export function SideNav({
  collapsed,
  onCollapse,
  onNavigate,
}: {
  collapsed: boolean;
  /** Left out in the drawer of phones. */
  onCollapse?: (collapsed: boolean) => void;
  onNavigate?: () => void;
}) {
  const groups = useNav();
  const active = useRouterState({
    select: ({ location }) => activeItem(NAV, location.pathname, (location.search as Record<string, string>).view),
  });
  const toggle = collapsed ? nav.expand : nav.collapse;
  return (
    <nav aria-label={nav.label} className="flex h-full min-h-0 flex-col">
      {onNavigate ? null : (
        <AppLink
          to={paths.home()}
          aria-label={`${strings.product}: ${nav.overview}`}
          className={cn(
            'flex h-12 shrink-0 items-center gap-2 text-ink no-underline',
            collapsed ? 'justify-center' : 'px-4',
          )}
        >
          <Logo />
          {collapsed ? null : (
            <span className="text-[17px] font-semibold tracking-tight text-accent">{strings.product}</span>
          )}
        </AppLink>
      )}
      <div className="min-h-0 grow overflow-y-auto px-2 pb-2">
        {groups.map((group) => (
          <div key={group.label ?? ''} className="pb-3">
            {group.label ? (
              collapsed ? (
                <div aria-hidden className="mx-2 mb-2 h-px bg-line" />
              ) : (
                <p className="m-0 px-2 pb-1 text-small font-medium text-ink-3">{group.label}</p>
              )
            ) : null}
            <ul className="m-0 flex list-none flex-col gap-px p-0">
              {group.items.map((item) => (
                <li key={item.to}>
                  <NavLink item={item} active={item.to === active} collapsed={collapsed} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {onCollapse ? (
        <div className="border-t border-line p-2">
          <Tooltip text={toggle} side="right">
            <button
              type="button"
              aria-label={toggle}
              onClick={() => onCollapse(!collapsed)}
              className={cn(
                'flex h-control w-full items-center gap-2.5 rounded-md px-2 text-ink-2 hover:bg-hover hover:text-ink [&_svg]:size-4',
                collapsed && 'justify-center',
              )}
            >
              {collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
              {collapsed ? null : <span className="text-grid">Thu gọn</span>}
            </button>
          </Tooltip>
        </div>
      ) : null}
    </nav>
  );
}

function NavLink({
  item,
  active,
  collapsed,
  onNavigate,
}: {
  item: NavItem;
  active: boolean;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}) {
  const Icon = item.icon;
  const { ky } = usePageSearch();
  const link = (
    <AppLink
      to={inPeriod(item.to, ky)}
      aria-current={active ? 'page' : undefined}
      aria-label={collapsed ? item.label : undefined}
      onClick={onNavigate}
      className={cn(
        'flex h-control items-center gap-2.5 rounded-md px-2 text-base no-underline [&_svg]:size-4 [&_svg]:shrink-0',
        collapsed && 'justify-center',
        active ? 'bg-tint font-medium text-tint-ink' : 'text-ink hover:bg-hover [&_svg]:text-ink-3',
      )}
    >
      <Icon aria-hidden />
      {collapsed ? null : <span className="truncate">{item.label}</span>}
    </AppLink>
  );
  return collapsed ? (
    <Tooltip text={item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
