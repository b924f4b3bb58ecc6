import { CertificationView } from './certification/certification-page.tsx';
import { PRODUCT } from './kinds.ts';

/** One bucket of product suggestions: its sample, and its certificate. */
export function ProductCertificationPage() {
  return <CertificationView key="product" kind={PRODUCT} />;
}
