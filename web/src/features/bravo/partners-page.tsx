import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function PartnersPage() {
  return (
    <Page title="Đối tượng Bravo">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
