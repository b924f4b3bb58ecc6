import { PARTNER } from './kinds.ts';
import { ReviewPage } from './review/review-page.tsx';

/** Suggestions of which AMIS customer is which Bravo partner. */
export function PartnerSuggestionsPage() {
  return <ReviewPage key="partner" kind={PARTNER} />;
}
