import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { readShownPeriod } from '../period.tsx';

export type FoundRecord = { id: string; label: string; group: string; to: string };

/** Records of each kind that are shown: the page of the list has the rest. */
const SHOWN = 5;

type Search = (q: string, signal: AbortSignal) => Promise<readonly FoundRecord[]>;

const named = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
const tax = (taxCode: string): string => taxCode && `MST ${taxCode}`;

/** Invoices and sales documents belong to a period: the one that the screens show. */
async function ofPeriod(q: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const period = await readShownPeriod(signal);
  if (!period) return [];
  const input = { params: { id: period.id }, query: { q, limit: SHOWN } };
  const [invoices, sales] = await Promise.all([
    call('listAmisInvoices', input, { signal }),
    call('listPeriodSales', input, { signal }),
  ]);
  return [
    ...invoices.items.map(({ id, voucherNumber, buyer }) => ({
      id,
      label: named(voucherNumber, buyer.name),
      group: `Hóa đơn AMIS, ${period.name}`,
      to: paths.invoice(id),
    })),
    ...sales.items.map(({ id, docNo, partnerName }) => ({
      id,
      label: named(docNo, partnerName),
      group: `Bán hàng Bravo, ${period.name}`,
      to: paths.bravoSale(id),
    })),
  ];
}

/** Products and partners of all profiles; each opens in the list of its own profile. */
async function ofProfiles(q: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const query = { q, limit: SHOWN };
  const [profiles, products, partners] = await Promise.all([
    call('listProfiles', { query: { limit: 200 } }, { signal }),
    call('listAmisProducts', { query }, { signal }),
    call('listAmisPartners', { query }, { signal }),
  ]);
  const codeOf = (id: string) => profiles.items.find((profile) => profile.id === id)?.code ?? '';
  return [
    ...products.items.map(({ id, profileId, code, name }) => ({
      id,
      label: named(code, name, codeOf(profileId)),
      group: 'Hàng hóa AMIS',
      to: paths.products(profileId, { q: code, id }),
    })),
    ...partners.items.map(({ id, profileId, type, code, name, taxCode }) => ({
      id,
      label: named(code, name, tax(taxCode), codeOf(profileId)),
      group: 'Đối tượng AMIS',
      to: (type === 'customer' ? paths.customers : paths.suppliers)(profileId, { q: code, id }),
    })),
  ];
}

const ofBravoItems: Search = async (q, signal) => {
  const { items } = await call('listBravoItems', { query: { q, limit: SHOWN } }, { signal });
  return items.map(({ code, name }) => ({
    id: code,
    label: named(code, name),
    group: 'Vật tư Bravo',
    to: paths.bravoItems({ q: code, id: code }),
  }));
};

const ofBravoPartners: Search = async (q, signal) => {
  const { items } = await call('listBravoPartners', { query: { q, limit: SHOWN } }, { signal });
  return items.map(({ code, name, taxCode }) => ({
    id: code,
    label: named(code, name, tax(taxCode)),
    group: 'Đối tượng Bravo',
    to: paths.bravoPartners({ q: code, id: code }),
  }));
};

/** Records that a text finds, of every kind; a kind that cannot be asked is left out. */
export async function searchRecords(text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const searches: readonly Search[] = [ofPeriod, ofProfiles, ofBravoItems, ofBravoPartners];
  const answers = await Promise.allSettled(searches.map((search) => search(text, signal)));
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
