/** A report of stock with headers of its own. */
export const STOCK = [
  ['Kho hàng', 'Mã SP', 'Tên SP', 'ĐV', 'Tồn cuối', 'Trị giá tồn'],
  ['K1', 'A1', 'Nồi cơm', 'Cái', 5, 1000],
  ['K1', 'B1', 'Ấm', 'Cái', 2, 500],
];
