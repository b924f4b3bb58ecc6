import { CertificationsList } from './certification/certifications-page.tsx';
import { PARTNER } from './kinds.ts';

/** Buckets of partner suggestions that are accepted with a bound on their errors. */
export function PartnerCertificationsPage() {
  return <CertificationsList key="partner" kind={PARTNER} />;
}
