import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function InvoicePage() {
  return (
    <Page title="Hóa đơn">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
