/** The calls and words of the two kinds of connection; every screen here treats both by this table. */
export const PRODUCT = {
  name: 'product',
  entity: 'product-connection',
  list: 'listProductConnections',
  get: 'getProductConnection',
  stats: 'getProductConnectionStats',
  create: 'createProductConnection',
  createBulk: 'createProductConnections',
  remove: 'deleteProductConnection',
  upload: 'uploadProductConnections',
  suggestions: 'listProductSuggestions',
  acceptable: 'getAcceptableProductSuggestions',
  accept: 'acceptProductSuggestions',
  undoBatch: 'undoProductSuggestionBatch',
  reject: 'rejectProductSuggestion',
  restore: 'restoreProductSuggestion',
  generate: 'generateProductSuggestions',
  status: 'getProductSuggestionStatus',
  refresh: 'refreshProductSuggestions',
  quality: 'getProductSuggestionQuality',
  setLearning: 'setProductLearning',
  amisRecords: 'listAmisProducts',
  bravoRecords: 'listBravoItems',
  amisWord: 'mã hàng AMIS',
  bravoWord: 'vật tư Bravo',
  comparedBy: 'tên, mã, quy cách, đơn vị tính và giá',
  title: 'Liên kết hàng hóa',
  suggestionsTitle: 'Gợi ý liên kết hàng hóa',
} as const;

export const PARTNER = {
  name: 'partner',
  entity: 'partner-connection',
  list: 'listPartnerConnections',
  get: 'getPartnerConnection',
  stats: 'getPartnerConnectionStats',
  create: 'createPartnerConnection',
  createBulk: 'createPartnerConnections',
  remove: 'deletePartnerConnection',
  upload: 'uploadPartnerConnections',
  suggestions: 'listPartnerSuggestions',
  acceptable: 'getAcceptablePartnerSuggestions',
  accept: 'acceptPartnerSuggestions',
  undoBatch: 'undoPartnerSuggestionBatch',
  reject: 'rejectPartnerSuggestion',
  restore: 'restorePartnerSuggestion',
  generate: 'generatePartnerSuggestions',
  status: 'getPartnerSuggestionStatus',
  refresh: 'refreshPartnerSuggestions',
  quality: 'getPartnerSuggestionQuality',
  setLearning: 'setPartnerLearning',
  amisRecords: 'listAmisPartners',
  bravoRecords: 'listBravoPartners',
  amisWord: 'khách hàng AMIS',
  bravoWord: 'đối tượng Bravo',
  comparedBy: 'tên, mã số thuế, điện thoại, email và địa chỉ',
  title: 'Liên kết đối tác',
  suggestionsTitle: 'Gợi ý liên kết đối tác',
} as const;

export type Kind = typeof PRODUCT | typeof PARTNER;

/** Everything that shows something else once a connection or a suggestion has changed, except suggestions themselves. */
export const changedBy = (kind: Kind) =>
  [
    kind.list,
    kind.get,
    kind.stats,
    kind.quality,
    kind.amisRecords,
    kind.bravoRecords,
    'getProfileStats',
    'getCertificationPair',
    'listCertifications',
  ] as const;

export const ORIGINS = { manual: 'Nối tay', suggestion: 'Theo gợi ý', upload: 'Theo tệp' } as const;
