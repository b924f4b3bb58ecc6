import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function ItemsPage() {
  return (
    <Page title="Vật tư Bravo">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
