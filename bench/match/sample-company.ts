import { generateCompany } from '@khop/sample/company.ts';
import { type LabelledSet, pairKey } from './sets.ts';

/** Lines of the ledger from which the catalogues follow. */
const LINES = 20_000;

/** The sample company: other vocabulary and other habits than anything trained on. One AMIS list against Bravo. */
export function sampleCompany(): LabelledSet[] {
  const company = generateCompany({ lines: LINES });
  const { code: profileCode } = company.period.profiles[0]!;
  const goldOf = (
    left: readonly { readonly code: string }[],
    right: readonly { readonly code: string }[],
    truth: readonly { readonly profileCode: string; readonly amisCode: string; readonly bravoCode: string }[],
  ): Set<number> => {
    const at = new Map(left.map(({ code }, i) => [code, i]));
    const bravoAt = new Map(right.map(({ code }, i) => [code, i]));
    const pairs = truth.filter((pair) => pair.profileCode === profileCode);
    return new Set(pairs.map(({ amisCode, bravoCode }) => pairKey(at.get(amisCode)!, bravoAt.get(bravoCode)!)));
  };
  const goods = company.products[0]!;
  const items = company.bravoItems;
  const [customers, partners] = [company.customers[0]!, company.partners];
  const bravoPartners = partners.map((partner) => ({ ...partner, code: partner.bravoCode }));
  return [
    {
      name: 'sample company, goods',
      family: 'sample',
      kind: 'product',
      assignment: 'one-to-one',
      left: goods.map(({ code, name, unit, salePrice }) => ({ id: code, code, name, unit, price: salePrice })),
      right: items.map(({ code, name, unit }) => ({ id: code, code, name, unit })),
      gold: goldOf(goods, items, company.truth.products),
    },
    {
      name: 'sample company, customers',
      family: 'sample',
      kind: 'partner',
      assignment: 'each-right',
      left: customers.map(({ code, name, address, taxCode, phone }) => ({
        id: code,
        name,
        address,
        taxCode,
        phone,
      })),
      right: bravoPartners.map(({ code, name, address, taxCode, phone, email }) => ({
        id: code,
        name,
        address,
        taxCode,
        phone,
        email,
      })),
      gold: goldOf(customers, bravoPartners, company.truth.partners),
    },
  ];
}
