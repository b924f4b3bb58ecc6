/** A code of a file that was read as another one, which differs from it in the zeros before its digits alone. */
export type ZerosRead = {
  readonly what:
    | 'mã hàng'
    | 'mã khách'
    | 'mã kho'
    | 'mã nhà cung cấp'
    | 'mã hàng Bravo'
    | 'mã khách Bravo'
    | 'mã chi nhánh';
  readonly written: string;
  readonly code: string;
};
