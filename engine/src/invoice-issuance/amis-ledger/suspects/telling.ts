/** The code and the words under which a sale is told that AMIS may have issued by hand; `ending` says why its voucher is not taken for it. */
export type Telling = { readonly code: string; readonly ending: string };

export const OF_OWN_LEDGER: Telling = {
  code: 'SALE_MAYBE_ISSUED',
  ending: 'Mã hàng hay số lượng hai bên không khớp nên Khớp không tự nhận.',
};

export const OF_OTHER_LEDGERS: Telling = {
  code: 'SALE_MAYBE_ISSUED_ELSEWHERE',
  ending: 'Chứng từ ấy không ở sổ AMIS của kỳ này nên Khớp không tự nhận.',
};

/** The same where goods and money are alike and the buyer is another. */
export const OF_ANOTHER_BUYER: Telling = {
  code: 'SALE_MAYBE_ISSUED',
  ending: 'Khách hai bên khác nhau nên Khớp không tự nhận.',
};
