import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function PartnerSuggestionsPage() {
  return (
    <Page title="Gợi ý liên kết đối tác">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
