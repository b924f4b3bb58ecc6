import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function ProductConnectionsPage() {
  return (
    <Page title="Liên kết sản phẩm">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
