import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function ProductsPage() {
  return (
    <Page title="Sản phẩm">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
