import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function SuppliersPage() {
  return (
    <Page title="Nhà cung cấp">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
