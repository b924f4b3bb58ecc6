import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function CustomersPage() {
  return (
    <Page title="Khách hàng">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
