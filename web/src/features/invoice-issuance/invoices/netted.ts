type Placed = Readonly<Record<'amount' | 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded', number>>;

/**
 * The part of a document that cancels against returns, in đồng: the rest of its amount once every other place has its
 * part.
 */
export const nettedOf = ({ amount, invoiced, alreadyInvoiced, unallocated, excluded }: Placed): number =>
  amount - invoiced - alreadyInvoiced - unallocated - excluded;
