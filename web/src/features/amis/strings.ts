/** Words of the AMIS screens that more than one page uses. */
export const LAYOUT_NAMES: Readonly<Record<string, string>> = {
  'amis-products': 'Hàng hóa',
  'amis-customers': 'Khách hàng',
  'amis-suppliers': 'Nhà cung cấp',
  'amis-purchase-ledger': 'Sổ mua hàng',
  'amis-inventory': 'Tồn kho',
  'amis-sales-ledger': 'Sổ bán hàng',
  'product-connections': 'Liên kết hàng hóa',
  'partner-connections': 'Liên kết đối tác',
  'invoice-requirements': 'Yêu cầu hóa đơn',
};
