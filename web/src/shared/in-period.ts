import { paths } from '../paths.ts';
import { periodQuery } from './period.tsx';

/** The pages that show a period, beside those of one record, whose period is the record's. */
const PAGES: ReadonlySet<string> = new Set([
  paths.home(),
  paths.invoices(),
  paths.finding(''),
  paths.reconciliation(),
  paths.days(),
  paths.bravoSales(),
  paths.stockCauses(),
  paths.threeSides(),
  paths.uploads(),
]);

/** An address with the period in it where its page shows one: a new tab knows nothing of the period that this one shows. */
export function inPeriod(address: string, periodId: string | undefined): string {
  const [path = '', mark] = address.split('#');
  const [page = '', query = ''] = path.split('?');
  if (periodId === undefined || !PAGES.has(page)) return address;
  const named = { ...periodQuery(periodId), ...Object.fromEntries(new URLSearchParams(query)) };
  return `${page}?${new URLSearchParams(named)}${mark === undefined ? '' : `#${mark}`}`;
}
