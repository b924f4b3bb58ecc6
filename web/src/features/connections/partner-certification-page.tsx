import { CertificationView } from './certification/certification-page.tsx';
import { PARTNER } from './kinds.ts';

/** One bucket of partner suggestions: its sample, and its certificate. */
export function PartnerCertificationPage() {
  return <CertificationView key="partner" kind={PARTNER} />;
}
