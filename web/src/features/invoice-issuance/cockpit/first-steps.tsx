import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { AppLink, TextLink } from '../../../ui/link.tsx';
import { SkeletonLines } from '../../../ui/states.tsx';
import { type Counts, firstSteps, type Step } from './first-steps.ts';

/**
 * The first steps in an empty company: a step is done when there is something of it, and the next one has the button.
 */
export function FirstSteps({ onOpenPeriod }: { onOpenPeriod: () => void }) {
  const counts = useCounts();
  const steps = counts && firstSteps(counts);
  const next = steps?.find(({ isDone }) => !isDone);
  return (
    <Card
      title="Chưa có kỳ phát hành nào."
      actions={
        <AppLink to={paths.guide()} className={buttonClass('ghost', 'sm')}>
          Hướng dẫn
        </AppLink>
      }
    >
      <p className="m-0 mb-3">
        Bốn việc để có hóa đơn đầu tiên. Một kỳ gom sổ bán hàng Bravo của một khoảng ngày và lập hóa đơn từ tồn kho của
        các hồ sơ AMIS.
      </p>
      {steps && counts ? (
        <ol aria-label="Các bước bắt đầu" className="m-0 flex list-none flex-col gap-2 p-0">
          {steps.map((step) => (
            <StepRow key={step.id} step={step}>
              {step.id === 'period' ? (
                <Button variant={step === next ? 'primary' : 'secondary'} onClick={onOpenPeriod}>
                  Mở kỳ phát hành
                </Button>
              ) : (
                <AppLink to={step.to} className={buttonClass(step === next ? 'primary' : 'secondary')}>
                  {step.action}
                </AppLink>
              )}
            </StepRow>
          ))}
        </ol>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Card>
  );
}

function StepRow({ step, children }: { step: Step; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2">
      {step.isDone ? (
        <CircleCheck aria-label="Đã có" className="size-5 shrink-0 text-accent" />
      ) : (
        <Circle aria-label="Chưa có" className="size-5 shrink-0 text-ink-3" />
      )}
      <div className="min-w-0 grow basis-60">
        <strong>{step.title}</strong>
        <p className="m-0 flex flex-wrap gap-x-3 text-grid text-ink-2">
          {step.parts.map(({ label, count, to }) =>
            to ? (
              <TextLink key={label} to={to}>
                {formatCount(count)} {label}
              </TextLink>
            ) : (
              <span key={label}>
                {formatCount(count)} {label}
              </span>
            ),
          )}
        </p>
      </div>
      {/* Without room beside the text it comes under the text, not under the mark. */}
      <div className="max-sm:ml-8">{children}</div>
    </li>
  );
}

/** The number of records of every kind; undefined until all of them are known. */
function useCounts(): Counts | undefined {
  const query = { limit: 1 } as const;
  const profiles = useCall('listProfiles', { query: { limit: 1, sort: 'code' } });
  const products = useCall('listAmisProducts', { query });
  const customers = useCall('listAmisPartners', { query: { limit: 1, type: 'customer' } });
  const items = useCall('listBravoItems', { query });
  const partners = useCall('listBravoPartners', { query });
  const productConnections = useCall('listProductConnections', { query });
  const partnerConnections = useCall('listPartnerConnections', { query });
  const all = [profiles, products, customers, items, partners, productConnections, partnerConnections];
  if (all.some(({ data }) => data === undefined)) return undefined;
  return {
    profiles: profiles.data!.total,
    firstProfile: profiles.data!.items[0]?.id,
    products: products.data!.total,
    customers: customers.data!.total,
    items: items.data!.total,
    partners: partners.data!.total,
    productConnections: productConnections.data!.total,
    partnerConnections: partnerConnections.data!.total,
  };
}
