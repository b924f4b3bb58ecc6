import { CheckCheck, EllipsisVertical, Gauge, ShieldCheck, Sparkles } from 'lucide-react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AppLink, useGo } from '../../../ui/link.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { GenerateButton, type Generation } from './generate.tsx';

/** The actions on the suggestions as a whole; on a phone behind one button. */
export function ReviewActions({
  generation,
  canAcceptAll,
  onAcceptAll,
  onQuality,
  certifyAt,
}: {
  generation: Generation;
  canAcceptAll: boolean;
  onAcceptAll: () => void;
  onQuality: () => void;
  /** The address where a bucket is accepted with a bound on its errors. */
  certifyAt: string;
}) {
  const go = useGo();
  return (
    <>
      <div className="flex gap-2 max-sm:hidden">
        <Button icon={<Gauge aria-hidden />} onClick={onQuality}>
          Chất lượng
        </Button>
        <Button icon={<CheckCheck aria-hidden />} title="Shift+A" disabled={!canAcceptAll} onClick={onAcceptAll}>
          Chấp nhận hàng loạt
        </Button>
        <AppLink to={certifyAt} className={buttonClass('secondary', 'md', '[&_svg]:size-4')}>
          <ShieldCheck aria-hidden />
          Chấp nhận có bảo chứng…
        </AppLink>
        <GenerateButton generation={generation} />
      </div>
      <div className="sm:hidden">
        <Menu
          trigger={<IconButton label="Việc khác" icon={<EllipsisVertical aria-hidden />} />}
          entries={[
            { label: 'Chất lượng', icon: <Gauge aria-hidden />, onSelect: onQuality },
            {
              label: 'Chấp nhận hàng loạt',
              icon: <CheckCheck aria-hidden />,
              disabled: !canAcceptAll,
              onSelect: onAcceptAll,
            },
            { label: 'Chấp nhận có bảo chứng…', icon: <ShieldCheck aria-hidden />, onSelect: () => go(certifyAt) },
            {
              label: 'Sinh gợi ý',
              icon: <Sparkles aria-hidden />,
              disabled: generation.busy,
              onSelect: () => void generation.start(),
            },
          ]}
        />
      </div>
    </>
  );
}
