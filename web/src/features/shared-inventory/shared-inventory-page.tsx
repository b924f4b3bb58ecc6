import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function SharedInventoryPage() {
  return (
    <Page title="Kho dùng chung">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
