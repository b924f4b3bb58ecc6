import { PRODUCT } from './kinds.ts';
import { ReviewPage } from './review/review-page.tsx';

/** Suggestions of which AMIS product is which Bravo item. */
export function ProductSuggestionsPage() {
  return <ReviewPage key="product" kind={PRODUCT} />;
}
