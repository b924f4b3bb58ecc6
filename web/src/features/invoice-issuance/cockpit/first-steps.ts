import { paths } from '../../../paths.ts';

export type Counts = {
  readonly profiles: number;
  readonly firstProfile: string | undefined;
  readonly products: number;
  readonly customers: number;
  readonly items: number;
  readonly partners: number;
  readonly productConnections: number;
  readonly partnerConnections: number;
};

export type Step = {
  readonly id: 'profile' | 'catalogues' | 'connections' | 'period';
  readonly title: string;
  readonly isDone: boolean;
  readonly parts: readonly { readonly label: string; readonly count: number; readonly to?: string }[];
  readonly action: string;
  readonly to: string;
};

/** The four things before a first invoice, with what there is of each and where the rest is made. */
export function firstSteps(counts: Counts): readonly Step[] {
  const { firstProfile: profile } = counts;
  const inProfile = (to: (id: string) => string): string => (profile ? to(profile) : paths.amisProfiles());
  const catalogues = [
    { label: 'vật tư Bravo', count: counts.items, to: paths.bravoItems(), action: 'Nạp vật tư Bravo' },
    { label: 'đối tượng Bravo', count: counts.partners, to: paths.bravoPartners(), action: 'Nạp đối tượng Bravo' },
    { label: 'hàng hóa AMIS', count: counts.products, to: inProfile(paths.products), action: 'Tải hàng hóa AMIS' },
    {
      label: 'khách hàng AMIS',
      count: counts.customers,
      to: inProfile(paths.customers),
      action: 'Tải khách hàng AMIS',
    },
  ];
  const missing = catalogues.find(({ count }) => count === 0) ?? catalogues[0]!;
  return [
    {
      ...{ id: 'profile', title: '1. Hồ sơ AMIS của từng pháp nhân', isDone: counts.profiles > 0 },
      parts: [{ label: 'hồ sơ', count: counts.profiles, to: paths.amisProfiles() }],
      action: counts.profiles > 0 ? 'Xem hồ sơ AMIS' : 'Tạo hồ sơ AMIS',
      to: counts.profiles > 0 ? paths.amisProfiles() : paths.amisProfiles({ edit: 'new' }),
    },
    {
      ...{ id: 'catalogues', title: '2. Danh mục của hai bên', isDone: catalogues.every(({ count }) => count > 0) },
      parts: catalogues.map(({ label, count, to }) => ({ label, count, to })),
      action: missing.action,
      to: missing.to,
    },
    {
      ...{ id: 'connections', title: '3. Nối hàng và khách', isDone: counts.productConnections > 0 },
      parts: [
        { label: 'liên kết hàng hóa', count: counts.productConnections, to: inProfile(paths.productConnections) },
        { label: 'liên kết khách hàng', count: counts.partnerConnections, to: inProfile(paths.partnerConnections) },
      ],
      ...(counts.productConnections > 0 && counts.partnerConnections === 0
        ? { action: 'Nối khách hàng', to: inProfile(paths.partnerSuggestions) }
        : { action: 'Nối hàng hóa', to: inProfile(paths.productSuggestions) }),
    },
    {
      ...{ id: 'period', title: '4. Kỳ phát hành đầu tiên', isDone: false, parts: [] },
      ...{ action: 'Mở kỳ phát hành', to: paths.home() },
    },
  ];
}
