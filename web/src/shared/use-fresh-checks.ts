import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh, useCall } from '../api/query.ts';
import { PERIOD_READS } from './invoices/invoice-words.ts';

/** The longest that a change by a colleague stays unseen. */
const WATCH_MS = 4_000;

/**
 * Keeps «Kiểm tra kỳ» and the figures of a period as fresh as the data, also when a colleague changes it: its mark is
 * asked for, and everything is read again once it is another one than that of the checks that are shown.
 */
export function useFreshChecks(periodId: string): void {
  const client = useQueryClient();
  const params = { id: periodId };
  const period = useCall('getPeriod', { params }, { refetchMs: WATCH_MS, staleMs: 0 });
  const checks = useCall('getPeriodPreflight', { params });
  // A mark that was read before the checks came tells nothing of them.
  const isOld =
    period.data !== undefined &&
    checks.data !== undefined &&
    !checks.isFetching &&
    period.dataUpdatedAt > checks.dataUpdatedAt &&
    period.data.changeMark !== checks.data.changeMark;
  useEffect(() => {
    if (isOld) void refresh(client, PERIOD_READS);
  }, [isOld, client]);
}
