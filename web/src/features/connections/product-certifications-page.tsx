import { CertificationsList } from './certification/certifications-page.tsx';
import { PRODUCT } from './kinds.ts';

/** Buckets of product suggestions that are accepted with a bound on their errors. */
export function ProductCertificationsPage() {
  return <CertificationsList key="product" kind={PRODUCT} />;
}
