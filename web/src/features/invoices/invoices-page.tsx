import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function InvoicesPage() {
  return (
    <Page title="Hóa đơn AMIS">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
