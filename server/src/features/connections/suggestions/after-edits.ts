import type { Handlers } from '../../../http/call.ts';
import { amisHandlers } from '../../amis/handlers.ts';
import { refreshAfter } from './request-refresh.ts';

/** What of a record goes into matching, among what can be edited by hand. */
const PRODUCT_FIELDS = ['name', 'unit', 'group', 'salePrice', 'isActive'] as const;
const CUSTOMER_FIELDS = ['name', 'address', 'taxCode', 'phone', 'email', 'isActive'] as const;

const has = (body: object, fields: readonly string[]): boolean => fields.some((field) => field in body);

/** Edits of AMIS records by hand, after which their suggestions are made anew. */
export const editHandlers = {
  updateAmisProduct: async (call) => {
    const product = await amisHandlers.updateAmisProduct(call);
    if (has(call.body, PRODUCT_FIELDS))
      await refreshAfter(call.context, { kind: 'product', profileId: product.profileId }, call.user.email);
    return product;
  },
  updateAmisPartner: async (call) => {
    const partner = await amisHandlers.updateAmisPartner(call);
    if (partner.type === 'customer' && has(call.body, CUSTOMER_FIELDS))
      await refreshAfter(call.context, { kind: 'partner', profileId: partner.profileId }, call.user.email);
    return partner;
  },
} satisfies Handlers;
