import type { Day } from '@khop/engine/day.ts';
import { formatDay } from '@khop/engine/day.ts';
import { scaleVnd, type Vnd } from '@khop/engine/money.ts';
import type { Quantity } from '@khop/engine/quantity.ts';
import type { AmisProduct } from '../model.ts';
import { Balances } from './balances.ts';
import type { ImportRow } from './import-rows.ts';
import type { AmisBooks, Moment, Movement, SaleLine, SaleVoucher } from './model.ts';

/** A voucher that AMIS refused, with its words. */
export type Refused = { readonly voucher: string; readonly message: string };

/** Vouchers that a clerk adds in AMIS by hand are sold at 8 %. */
const vatOf = (amount: Vnd): Vnd => scaleVnd(amount, 8n, 100n);

/**
 * The AMIS of one profile as it goes on after the month: it takes vouchers in, checks the stock per item and warehouse
 * on every later day, gives invoices their numbers in order of date, and is corrected by hand. It knows nothing of
 * Khớp, which makes it the witness of the true stock.
 */
export class Amis {
  readonly #products: Map<string, AmisProduct>;
  readonly #customers: Map<string, string>;
  readonly #movements: Movement[];
  readonly #sales: SaleVoucher[];
  readonly #balances = new Balances();
  readonly #byNumber: Map<string, number>;
  #serial = 0;
  #lastNumber: number;
  #lastDate: Day | undefined;

  constructor(books: AmisBooks) {
    this.#products = new Map(books.products.map((product) => [product.code, product]));
    this.#customers = new Map(books.customers.map(({ code, name }) => [code, name]));
    this.#movements = [...books.movements];
    this.#sales = [...books.sales];
    for (const { warehouse, product, date, quantity } of this.#movements)
      this.#balances.add(warehouse, product.code, date, quantity);
    for (const voucher of this.#sales) if (!voucher.ended) this.#post(voucher);
    this.#byNumber = new Map(this.#sales.map(({ number }, index) => [number, index]));
    const issued = this.#sales.filter(({ invoiceNumber }) => invoiceNumber !== '');
    this.#lastNumber = issued.reduce((most, { invoiceNumber }) => Math.max(most, Number(invoiceNumber)), 0);
    this.#lastDate = issued
      .flatMap(({ invoiceDate }) => invoiceDate ?? [])
      .toSorted()
      .at(-1);
  }

  /** Everything that was ever entered. */
  get books(): AmisBooks {
    return {
      products: [...this.#products.values()],
      customers: Array.from(this.#customers, ([code, name]) => ({ code, name })),
      movements: this.#movements,
      sales: this.#sales,
    };
  }

  /** Takes in new customers ("KhachHangMoi"). */
  importCustomers(customers: Iterable<{ readonly code: string; readonly name: string }>): void {
    for (const { code, name } of customers) this.#customers.set(code, name);
  }

  /** Takes in vouchers in the order of the file. @returns those it refuses, with AMIS's own sentence. */
  importVouchers(rows: Iterable<ImportRow>, at: Moment): Refused[] {
    const refused: Refused[] = [];
    for (const [voucher, lines] of Map.groupBy(rows, (row) => row.voucherNumber)) {
      const message = this.#objection(voucher, lines);
      if (message !== undefined) refused.push({ voucher, message });
      else this.#enter(this.#voucherOf(voucher, lines, at));
    }
    return refused;
  }

  /**
   * Issues the invoices of the vouchers of ours that have none yet, in order of date, without those that are to wait.
   * @returns those it refuses.
   */
  issueInvoices(through: Day, waits: ReadonlySet<string> = new Set()): Refused[] {
    const refused: Refused[] = [];
    const waiting = this.#sales.filter(
      ({ number, isImported, invoiceNumber, invoiceDate, ended }) =>
        isImported && !ended && invoiceNumber === '' && invoiceDate! <= through && !waits.has(number),
    );
    for (const voucher of waiting.toSorted((a, b) =>
      a.invoiceDate! < b.invoiceDate! ? -1 : a.invoiceDate! > b.invoiceDate! ? 1 : 0,
    )) {
      const last = this.#lastDate;
      if (last !== undefined && voucher.invoiceDate! < last) {
        const message = `Ngày hóa đơn ${formatDay(voucher.invoiceDate!)} nhỏ hơn ngày ${formatDay(last)} của hóa đơn đã phát hành trước đó.`;
        refused.push({ voucher: voucher.number, message });
      } else this.#change(voucher.number, { invoiceNumber: this.#nextNumber(voucher.invoiceDate!) });
    }
    return refused;
  }

  /** Sells by hand, in AMIS only. @returns AMIS's objection, if it has one. */
  sellByHand(
    sale: { product: string; warehouse: string; quantity: Quantity; amount: number; date: Day },
    at: Moment,
  ): Refused | undefined {
    const voucher = `BHTAY${String(++this.#serial).padStart(5, '0')}`;
    const [customerCode = '', customerName = ''] = [...this.#customers][0] ?? [];
    const row: ImportRow = {
      ...{ voucherNumber: voucher, date: sale.date, invoiceDate: undefined, customerCode, customerName },
      ...{
        description: 'Bán lẻ tại quầy',
        productCode: sale.product,
        warehouse: sale.warehouse,
        quantity: sale.quantity,
      },
      ...{ amount: sale.amount, vatRate: '8', vatAmount: vatOf(sale.amount), isPromotion: false },
    };
    const message = this.#objection(voucher, [row]);
    if (message !== undefined) return { voucher, message };
    this.#enter({ ...this.#voucherOf(voucher, [row], at), isImported: false });
    return undefined;
  }

  /** Carries goods from one warehouse to another, as far as AMIS lets them go. */
  transfer(move: { product: string; from: string; to: string; quantity: Quantity; date: Day }, at: Moment): boolean {
    const { product, from, to, quantity, date } = move;
    if (this.#balances.leastFrom(from, product, date) < quantity) return false;
    for (const [warehouse, signed] of [
      [from, -quantity],
      [to, quantity],
    ] as const) {
      const base = { kind: 'transfer', date, recordedAt: at, product: this.#products.get(product)! } as const;
      this.#movements.push({ ...base, warehouse, quantity: signed, value: 0 });
      this.#balances.add(warehouse, product, date, signed);
    }
    return true;
  }

  /** A clerk mends the amount of a voucher's first line, as happens with rounding. */
  alterAmount(voucher: string, by: number): void {
    const [first, ...rest] = this.#find(voucher).lines;
    this.#change(voucher, { lines: [{ ...first!, amount: first!.amount + by }, ...rest] });
  }

  /** An invoice that adjusts the amount of another: its own voucher and number, no goods. */
  adjust(voucher: string, amount: number, date: Day, at: Moment): string {
    const { invoiceNumber, customerCode, customerName, lines } = this.#find(voucher);
    const number = `DC${String(++this.#serial).padStart(6, '0')}`;
    const line: SaleLine = {
      ...lines[0]!,
      warehouse: '',
      quantity: 0n,
      returned: 0n,
      amount,
      discount: 0,
      returnAmount: 0,
      vatAmount: vatOf(amount),
    };
    this.#enter({
      ...{
        number,
        date,
        recordedAt: at,
        invoiceNumber: this.#nextNumber(date),
        invoiceDate: date,
        customerCode,
        customerName,
      },
      ...{ description: `Điều chỉnh cho hóa đơn số ${invoiceNumber}`, lines: [line], isImported: false },
    });
    return number;
  }

  /**
   * An invoice that takes the place of another: its own voucher and number, the same sale on the same day, named in
   * words. The replaced one is void from then on.
   */
  replace(voucher: string, invoiceDate: Day, at: Moment): string {
    const { invoiceNumber, ...old } = this.#find(voucher);
    const number = `TT${String(++this.#serial).padStart(6, '0')}`;
    this.#end(voucher, 'Hóa đơn đã bị thay thế', at);
    this.#enter({
      ...{ ...old, number, recordedAt: at, invoiceNumber: this.#nextNumber(invoiceDate), invoiceDate },
      ...{ description: `Thay thế cho hóa đơn số ${invoiceNumber}`, isImported: false },
    });
    return number;
  }

  /** A clerk cancels an invoice: its goods are there again. */
  cancel(voucher: string, at: Moment): void {
    this.#end(voucher, 'Đã hủy', at);
  }

  has(voucher: string): boolean {
    return this.#byNumber.has(voucher);
  }

  /** The vouchers that came in through the import template, in order. */
  imported(): readonly SaleVoucher[] {
    return this.#sales.filter(({ isImported }) => isImported);
  }

  /** The date of the last invoice issued; numbers go up with dates. */
  get lastInvoiceDate(): Day | undefined {
    return this.#lastDate;
  }

  #objection(voucher: string, lines: readonly ImportRow[]): string | undefined {
    if (this.#byNumber.has(voucher)) return `Số chứng từ ‹${voucher}› đã tồn tại.`;
    const wanted = new Map<string, { row: ImportRow; quantity: Quantity }>();
    for (const row of lines) {
      if (!this.#products.has(row.productCode)) return `Mã hàng ‹${row.productCode}› không có trong danh mục.`;
      if (row.customerCode !== '' && !this.#customers.has(row.customerCode))
        return `Mã khách hàng ‹${row.customerCode}› không có trong danh mục.`;
      if (row.warehouse === '') continue;
      const key = `${row.warehouse}\u0000${row.productCode}`;
      wanted.set(key, { row, quantity: (wanted.get(key)?.quantity ?? 0n) + row.quantity });
    }
    for (const { row, quantity } of wanted.values()) {
      if (quantity > 0n && this.#balances.leastFrom(row.warehouse, row.productCode, row.date) < quantity)
        return `Không thể xuất vật tư, hàng hóa ‹${row.productCode}› quá số lượng tồn trong kho ‹${row.warehouse}›.`;
    }
    return undefined;
  }

  #voucherOf(number: string, rows: readonly ImportRow[], recordedAt: Moment): SaleVoucher {
    const { date, invoiceDate, customerCode, customerName, description } = rows[0]!;
    const lines = rows.map(
      ({ productCode, warehouse, quantity, amount, vatRate, vatAmount, isPromotion }): SaleLine => ({
        product: this.#products.get(productCode)!,
        ...{ warehouse, quantity, returned: 0n, amount, discount: 0, returnAmount: 0, vatRate, vatAmount, isPromotion },
      }),
    );
    return {
      number,
      date,
      recordedAt,
      invoiceNumber: '',
      invoiceDate,
      customerCode,
      customerName,
      description,
      lines,
      isImported: true,
    };
  }

  #enter(voucher: SaleVoucher): void {
    this.#byNumber.set(voucher.number, this.#sales.length);
    this.#sales.push(voucher);
    this.#post(voucher);
  }

  #post({ date, lines }: SaleVoucher, isBack = false): void {
    for (const { warehouse, product, quantity, returned } of lines) {
      const change = returned - quantity;
      if (warehouse !== '') this.#balances.add(warehouse, product.code, date, isBack ? -change : change);
    }
  }

  #end(voucher: string, state: string, at: Moment): void {
    this.#post(this.#find(voucher), true);
    this.#change(voucher, { ended: { state, at } });
  }

  #find(voucher: string): SaleVoucher {
    const at = this.#byNumber.get(voucher);
    if (at === undefined) throw new Error(`AMIS has no voucher ${voucher}`);
    return this.#sales[at]!;
  }

  #change(voucher: string, change: Partial<SaleVoucher>): void {
    this.#sales[this.#byNumber.get(voucher)!] = { ...this.#find(voucher), ...change };
  }

  #nextNumber(date: Day): string {
    this.#lastNumber += 1;
    if (this.#lastDate === undefined || date > this.#lastDate) this.#lastDate = date;
    return String(this.#lastNumber).padStart(8, '0');
  }
}
