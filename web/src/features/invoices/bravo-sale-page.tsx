import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function BravoSalePage() {
  return (
    <Page title="Chứng từ bán hàng">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
