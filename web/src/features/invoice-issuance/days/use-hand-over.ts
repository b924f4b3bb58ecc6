import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';

/** The step that a hand-over has reached; the files are asked for once the days are planned. */
type Stage = 'asked' | 'sales' | 'planning' | 'planned';

/**
 * Reads the sales and plans the days up to `through`, one run after the other. Each step is whole in itself: a person
 * who goes away in between finds the board at the step that was reached, and goes on from there.
 */
export function useHandOver(period: Period, through: string) {
  const [stage, setStage] = useState<Stage>('asked');
  const [refused, setRefused] = useState<string>();
  const params = { id: period.id };
  const onRefused = (message: string) => {
    setRefused(message);
    setStage('asked');
  };
  const plan = useRunAction(
    () => {
      const which = periodCan.regenerate(period) ? 'regenerateInvoices' : 'generateInvoices';
      return call(which, { params, body: { through } });
    },
    {
      invalidates: [...PERIOD_READS, 'getInvoiceGenerationStatus'],
      onFinished: ({ status }) => setStage(status === 'succeeded' ? 'planned' : 'asked'),
      onRefused,
    },
  );
  const goOn = () => {
    setStage('planning');
    return plan.start();
  };
  const sales = useRunAction(() => call('loadBravoSales', { params }), {
    invalidates: [...PERIOD_READS, 'getBravoSalesStatus', 'listSalesLedgers'],
    onFinished: ({ status }) => void (status === 'succeeded' ? goOn() : setStage('asked')),
    onRefused,
  });
  const start = (readsSales: boolean) => {
    setRefused(undefined);
    if (!readsSales) return goOn();
    setStage('sales');
    return sales.start();
  };
  return {
    ...{ stage, refused, start },
    busy: stage === 'sales' || stage === 'planning',
    sales: sales.run,
    generation: plan.run,
  };
}
