import type { Call } from '../../../http/call.ts';
import { refreshAfter } from './request-refresh.ts';

/** The fields of a record that go into matching, among those that can be edited by hand. */
const PRODUCT_FIELDS = ['name', 'unit', 'group', 'salePrice', 'isActive'] as const;
const CUSTOMER_FIELDS = ['name', 'address', 'taxCode', 'phone', 'email', 'isActive'] as const;

const has = (body: object, fields: readonly string[]): boolean => fields.some((field) => field in body);

/** The edit of an AMIS product by hand, after which its suggestions are made anew. */
export const withProductSuggestions =
  <Product extends { profileId: string }>(update: (call: Call<'updateAmisProduct'>) => Promise<Product>) =>
  async (call: Call<'updateAmisProduct'>): Promise<Product> => {
    const product = await update(call);
    if (has(call.body, PRODUCT_FIELDS))
      await refreshAfter(call.context, { kind: 'product', profileId: product.profileId }, call.user.email);
    return product;
  };

/** The edit of an AMIS partner by hand, after which the suggestions of a customer are made anew. */
export const withCustomerSuggestions =
  <Partner extends { type: string; profileId: string }>(
    update: (call: Call<'updateAmisPartner'>) => Promise<Partner>,
  ) =>
  async (call: Call<'updateAmisPartner'>): Promise<Partner> => {
    const partner = await update(call);
    if (partner.type === 'customer' && has(call.body, CUSTOMER_FIELDS))
      await refreshAfter(call.context, { kind: 'partner', profileId: partner.profileId }, call.user.email);
    return partner;
  };
