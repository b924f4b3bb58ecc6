import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function ProductSuggestionsPage() {
  return (
    <Page title="Gợi ý liên kết sản phẩm">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
