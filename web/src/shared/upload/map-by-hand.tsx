import { MAPPABLE } from '@khop/engine/sheets/mapping/mappable.ts';
import { Columns3 } from 'lucide-react';
import type { Run } from '../../api/runs.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useGo } from '../../ui/link.tsx';

/** True for a run whose file a person can map. */
export const isMappable = ({ status, errorCode }: Run): boolean =>
  status === 'failed' && errorCode !== null && MAPPABLE.includes(errorCode);

/** The way to the page where a person says what the columns of a refused file are. */
export function MapByHand({ run, onLeave }: { run: Run; onLeave?: (() => void) | undefined }) {
  const go = useGo();
  return (
    <Button
      size="sm"
      variant={run.errorCode === 'UNKNOWN_LAYOUT' || run.errorCode === 'MISSING_COLUMN' ? 'primary' : 'secondary'}
      icon={<Columns3 aria-hidden />}
      onClick={() => {
        onLeave?.();
        go(paths.mapFile(run.id));
      }}
    >
      {run.errorCode === 'SHEETS_UNCLEAR' ? 'Chọn trang tính' : 'Chọn cột bằng tay'}
    </Button>
  );
}
