import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function BravoSalesPage() {
  return (
    <Page title="Bán hàng Bravo">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
