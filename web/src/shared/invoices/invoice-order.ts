import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import type { ItemOf, OutputOf } from '../../api/operations.ts';
import { queryClient } from '../../api/query.ts';
import { tabStorage } from '../../typed-text.ts';

type Row = ItemOf<'listAmisInvoices'>;

/** The list that a person goes through: of which period, and how it is searched, filtered and sorted. */
export type InvoiceList = { periodId: string; query: Readonly<Record<string, string>> };

type Search = {
  q: string;
  sort: string | undefined;
  where: string;
  filters: Readonly<Record<string, string>>;
};

export type Neighbours = {
  previous: Row | undefined;
  next: Row | undefined;
  /** Counted from 1. */
  position: number;
  total: number;
};

const KEY = 'khop.invoice-list';
const PAGE = 500;
/** Lists longer than this are gone through from the list itself. */
const MOST_PAGES = 40;
const FRESH_MS = 60_000;

/** Remembers the list on screen, so that the pages of its invoices lead to the one before and after. */
export function useKeepInvoiceList(periodId: string, { q, sort, where, filters }: Search): void {
  const given = { q, sort: sort ?? 'voucherNumber', where, ...filters };
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const text = JSON.stringify({ periodId, query } satisfies InvoiceList);
  useEffect(() => {
    try {
      tabStorage()?.setItem(KEY, text);
    } catch {
      // Without storage the order is that of the vouchers.
    }
  }, [text]);
}

function keptList(periodId: string): InvoiceList {
  const whole = { periodId, query: { sort: 'voucherNumber' } };
  try {
    const kept = JSON.parse(tabStorage()?.getItem(KEY) ?? 'null') as InvoiceList | null;
    return kept?.periodId === periodId ? kept : whole;
  } catch {
    return whole;
  }
}

const pageOf = ({ periodId, query }: InvoiceList, page: number): Promise<OutputOf<'listAmisInvoices'>> =>
  queryClient.fetchQuery({
    queryKey: ['listAmisInvoices', { in: periodId, ...query }, 'in order', page],
    queryFn: ({ signal }) =>
      (call as (...args: unknown[]) => Promise<OutputOf<'listAmisInvoices'>>)(
        'listAmisInvoices',
        { params: { id: periodId }, query: { ...query, limit: PAGE, offset: page * PAGE } },
        { signal },
      ),
    staleTime: FRESH_MS,
  });

/** The position of an invoice in a list, and the invoices beside it; undefined when the list does not have it. */
export async function neighboursOf(
  id: string,
  read: (page: number) => Promise<{ items: readonly Row[]; total: number }>,
): Promise<Neighbours | undefined> {
  let before: Row | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, total } = await read(page);
    const at = items.findIndex((row) => row.id === id);
    if (at >= 0) {
      const isLast = at === items.length - 1;
      const more = isLast && (page + 1) * PAGE < total ? (await read(page + 1)).items[0] : undefined;
      return {
        previous: items[at - 1] ?? before,
        next: items[at + 1] ?? more,
        position: page * PAGE + at + 1,
        total,
      };
    }
    before = items.at(-1);
    if ((page + 1) * PAGE >= total) return undefined;
  }
  return undefined;
}

/** The invoices before and after one, in the list that the person came from or else by voucher. */
export function useNeighbours({ id, periodId }: { id: string; periodId: string }): Neighbours | undefined {
  const list = keptList(periodId);
  const { data } = useQuery({
    queryKey: ['listAmisInvoices', 'neighbours', list, id],
    queryFn: async () => {
      const found = await neighboursOf(id, (page) => pageOf(list, page));
      // Filtered out meanwhile, or come to by another way: the whole period in its order.
      const whole: InvoiceList = { periodId, query: { sort: 'voucherNumber' } };
      return found ?? (await neighboursOf(id, (page) => pageOf(whole, page))) ?? null;
    },
    staleTime: FRESH_MS,
  });
  return data ?? undefined;
}
