import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenLine, type GivenPeriod, type GivenProfile, issuanceInput } from '../../plan-fixture.ts';

const line: GivenLine = {
  ...{ id: '1', doc: 'HD0015', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '10', amount: 1_000_000 },
};
const books: GivenProfile = {
  code: 'A',
  products: [{ code: 'SP1' }, { code: 'SP2' }, { code: 'SP9' }],
  links: [
    { product: 'SP1', item: 'VT1' },
    { product: 'SP2', item: 'VT2' },
  ],
  customers: [{ code: 'C1' }, { code: 'C2' }],
  partnerLinks: [
    { customer: 'C1', partner: 'KH1' },
    { customer: 'C2', partner: 'KH2' },
  ],
  stock: [
    { product: 'SP1', opening: '50' },
    { product: 'SP2', opening: '50' },
  ],
};
type Sold = NonNullable<GivenProfile['sales']>[number];
const sold = (own: Partial<Sold>): Sold => ({
  ...{ id: own.product ?? 'a', voucherNumber: 'TAY1', documentDate: '2026-09-06', customerCode: 'C1' },
  ...{ product: 'SP2', quantity: '10', amount: 1_000_000, invoiceNumber: '12' },
  ...own,
});
const plan = (sales: readonly Sold[], more: Partial<GivenPeriod> = {}) =>
  planInvoices(issuanceInput({ profiles: [{ ...books, sales }], lines: [line], ...more }));
const suspects = (...given: Parameters<typeof plan>): string[] =>
  plan(...given)
    .warnings.filter((one) => one.code === 'SALE_MAYBE_ISSUED')
    .map((one) => one.message);

test('a sale under other goods is named with its draft, and its draft is made all the same', () => {
  const { warnings, invoices } = plan([sold({})]);
  const [first] = invoices;
  expect(invoices).toHaveLength(1);
  expect(warnings.find((one) => one.code === 'SALE_MAYBE_ISSUED')).toMatchObject({
    profile: 'A',
    invoice: first!.key,
    voucher: 'TAY1',
    message: expect.stringContaining(
      `«HN/HD/HD0015» ngày 05/09/2026 (khách «KH1» Khách KH1) được lập hóa đơn nháp «${first!.voucherNumber}», 1.000.000 đồng trước thuế, mà AMIS có thể đã xuất rồi: chứng từ «TAY1» của «A» ngày 06/09/2026, hóa đơn số 12, 1.000.000 đồng (cùng khách, cùng tổng tiền)`,
    ),
  });
});

test('goods split over several entries are seen by the total of the voucher, up to the rounding of the split', () => {
  const split = (other: number) => [
    sold({ id: 'a', quantity: '3', amount: 333_333 }),
    sold({ id: 'b', quantity: '7', amount: other }),
  ];
  expect(suspects(split(666_665))).toHaveLength(1);
  expect(suspects(split(666_670))).toEqual([]);
});

test('another buyer, another week or another amount is another sale, and so is what corrects an invoice', () => {
  expect(suspects([sold({ customerCode: 'C2' })])).toEqual([]);
  expect(suspects([sold({ documentDate: '2026-09-09' })])).toEqual([]);
  expect(suspects([sold({ documentDate: '2026-09-08' })])).toHaveLength(1);
  expect(suspects([sold({ amount: 900_000 })])).toEqual([]);
  expect(suspects([sold({ description: 'Điều chỉnh tăng cho hóa đơn số 7 ngày 01/09/2026' })])).toEqual([]);
});

test('one item of a document, its whole total beside goods that stay behind, and a service without quantity are seen', () => {
  const second: GivenLine = { ...line, id: '2', item: 'VT2', quantity: '1', amount: 70_000 };
  const both = { lines: [line, second] };
  const [ofItem] = suspects([sold({ product: 'SP9' })], both);
  expect(ofItem).toContain('cùng tiền của một dòng');
  const missing: GivenLine = { ...second, item: 'VT3', amount: 500_000 };
  expect(suspects([sold({ product: 'SP9', amount: 1_500_000 })], { lines: [line, missing] })).toHaveLength(1);
  for (const amount of [1_650_000, 1_000_000])
    expect(suspects([sold({ product: 'SP9', amount })], { lines: [line, missing] })[0]).toContain(
      amount === 1_000_000 ? 'cùng tổng tiền' : 'bằng tiền gồm thuế',
    );
  expect(suspects([sold({ product: 'SP9', quantity: '0' })])).toHaveLength(1);
});

test('a voucher that names the document, or has issued another line of it, is told whatever its money', () => {
  const named = (description: string) => sold({ amount: 5, customerCode: '', description });
  expect(suspects([named('Xuất theo phiếu HD0015.')])[0]).toContain('diễn giải nêu số chứng từ này');
  expect(suspects([named('Xuất theo phiếu HD00156')])).toEqual([]);
  const on = (documentDate: string) => suspects([{ ...named('Xuất theo phiếu HD0015'), documentDate }]);
  expect(['2026-09-02', '2026-10-06'].map((date) => on(date).length)).toEqual([1, 1]);
  expect(['2026-09-01', '2026-10-07'].flatMap(on)).toEqual([]);
  // So short a number may be that of anything.
  expect(suspects([named('Xuất theo phiếu D15')], { lines: [{ ...line, doc: 'D15' }] })).toEqual([]);
  const second: GivenLine = { ...line, id: '2', item: 'VT2', quantity: '4', amount: 400_000 };
  const half = sold({ id: 'b', quantity: '4', amount: 400_000, documentDate: line.date });
  const { alreadyInvoiced } = plan([half], { lines: [line, second] });
  expect(alreadyInvoiced.map((one) => one.line)).toEqual(['2']);
  const other = sold({ product: 'SP9', amount: 1_150_000, documentDate: line.date });
  expect(suspects([half, other], { lines: [line, second] })[0]).toContain('đã xuất những dòng khác');
  // The document tells it, also where AMIS does not say who the buyer is.
  const unnamed = [half, other].map((one) => ({ ...one, customerCode: 'BL', customerName: 'Khách bán lẻ' }));
  expect(suspects(unnamed, { lines: [line, second] })[0]).toContain('đã xuất những dòng khác');
  // The number was given anew: what was sold on another day is another sale.
  expect(suspects([half, other], { lines: [{ ...line, date: '2026-09-20' }, second] })).toEqual([]);
});

test('a sale in the name of any buyer is suspected on the very day and by the total alone', () => {
  const walkIn = {
    partners: [{ code: 'KH1', name: 'Khách lẻ', address: '' }],
    lines: [line, { ...line, id: '2', doc: 'HD0016', amount: 70_000 }],
  };
  expect(suspects([sold({ documentDate: line.date })], walkIn)).toHaveLength(1);
  expect(suspects([sold({ documentDate: line.date })], { ...walkIn, lines: [line] })).toHaveLength(1);
  expect(suspects([sold({})], walkIn)).toEqual([]);
  const ofItem = { ...walkIn, lines: [line, { ...line, id: '2', item: 'VT2', quantity: '1', amount: 70_000 }] };
  expect(suspects([sold({ product: 'SP9', documentDate: line.date })], ofItem)).toEqual([]);
});

test('a total with VAT on one side alone is seen, and VAT that is none is no wider bound', () => {
  expect(suspects([sold({ product: 'SP9', amount: 1_100_000 })])[0]).toContain('tiền ở AMIS bằng tiền gồm thuế');
  const net = sold({ product: 'SP9', amount: 909_091, vatAmount: 90_909 });
  expect(suspects([net])[0]).toContain('tiền gồm thuế ở AMIS bằng tiền của lần bán');
  expect(suspects([{ ...net, amount: 909_095 }])).toEqual([]);
  expect(suspects([sold({ product: 'SP9', amount: 1_100_002 })])).toHaveLength(1);
  expect(suspects([sold({ product: 'SP9', amount: 1_000_002 })])).toEqual([]);
});

test('small sales of a day on one voucher of a customer who may be any buyer are named together', () => {
  const shop = (id: string, amount: number, own: Partial<GivenLine> = {}): GivenLine => ({
    ...{ ...line, id, doc: `BL00${id}`, partner: 'KL', quantity: '1', amount },
    ...own,
  });
  const day = [shop('1', 70_000), shop('2', 65_500), shop('3', 31_000), shop('4', 5_000, { date: '2026-09-06' })];
  const gathered = sold({ customerCode: 'BL', customerName: 'Khách bán lẻ', documentDate: line.date, quantity: '3' });
  const named = (amount: number, lines = day, own: Partial<Sold> = {}) =>
    suspects([{ ...gathered, amount, ...own }], { lines, issuers: { HN: ['A'], SG: ['A'] } });
  const [message, ...others] = named(166_500);
  expect(others).toEqual([]);
  expect(message).toContain(
    '3 hóa đơn nháp, 166.500 đồng trước thuế (chứng từ Bravo «HN/HD/BL001», «HN/HD/BL002», «HN/HD/BL003»)',
  );
  // A document of two profiles is named once.
  const other: GivenProfile = {
    ...{ code: 'B', products: [{ code: 'SP5' }], links: [{ product: 'SP5', item: 'VT5' }] },
    stock: [{ product: 'SP5', opening: '9' }],
  };
  const profiles = [{ ...books, sales: [{ ...gathered, amount: 172_500 }] }, other];
  const shared = [...day, shop('9', 6_000, { doc: 'BL001', item: 'VT5' })];
  expect(suspects([], { profiles, lines: shared, issuers: { HN: ['A', 'B'] } })[0]).toContain(
    '4 hóa đơn nháp, 172.500 đồng trước thuế (chứng từ Bravo «HN/HD/BL001», «HN/HD/BL002», «HN/HD/BL003»)',
  );
  expect(named(183_150)[0]).toContain('cộng lại thì tiền ở AMIS bằng tiền gồm thuế');
  const { warnings } = plan([{ ...gathered, amount: 166_500 }], { lines: day });
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'SALE_MAYBE_ISSUED', voucher: 'TAY1' }));
  // One branch, one partner, and sales that find no goods any more are such a day as well.
  const elsewhere = [...day, shop('5', 900, { branch: 'SG' }), shop('6', 800, { partner: 'KL2' })];
  const lacking = [...day, shop('7', 44_000, { item: 'VT3' })];
  expect(
    [
      ...[named(167_300, elsewhere), named(167_400, elsewhere), named(168_200, elsewhere)],
      ...[named(210_500, lacking), named(166_500, lacking)],
    ].map((one) => one.length),
  ).toEqual([1, 1, 1, 1, 1]);
  // One sale alone is as likely one of goods that the profile has not connected.
  expect(named(70_000, day.slice(0, 1), { product: 'SP9', quantity: '1' })[0]).toMatch(
    /^Lần bán cho .* «HN\/HD\/BL001»\), mà AMIS có thể đã xuất rồi: .* \(cùng ngày, cùng tổng tiền\)/,
  );
  // A discount of goods that stay behind for two reasons is two parts of one line.
  const discounted = [
    ...[...lacking, shop('8', 20_000, { doc: 'BL007', item: 'VT2', quantity: '500' })],
    shop('9', -6_400, { doc: 'BL007', kind: 'discount' }),
  ];
  expect(named(224_100, discounted)).toHaveLength(1);
  // Sales of which none has an invoice are not made twice.
  expect(named(44_000, [day[3]!, shop('7', 44_000, { item: 'VT3' })])).toEqual([]);
  expect([named(166_600), named(166_500, day, { documentDate: '2026-09-06' })]).toEqual([[], []]);
  expect(named(166_500, day, { customerCode: 'C2', customerName: 'Khách KH2' })).toEqual([]);
  const partners = [{ code: 'KL', requirement: 'required' as const }];
  expect(suspects([{ ...gathered, amount: 166_500 }], { lines: day, partners })).toEqual([]);
});

test('goods that a customer who may be any buyer has for the money of a sale are told in another quantity, of a buyer who asks for invoices too', () => {
  const partners = [{ code: 'KH1', requirement: 'required' as const, address: '1 Lê Lợi', taxCode: '0101243150' }];
  const two = [line, { ...line, id: '2' }];
  const walkIn = (own: Partial<Sold> = {}, lines: readonly GivenLine[] = two, asking = partners) =>
    suspects([sold({ product: 'SP1', customerCode: 'BL', customerName: 'Khách bán lẻ', quantity: '5', ...own })], {
      ...{ lines, partners: asking },
    });
  const [message, ...others] = walkIn({ documentDate: line.date });
  expect(others).toEqual([]);
  expect(message).toContain('«TAY1» của «A» ngày 05/09/2026, hóa đơn số 12, 1.000.000 đồng (cùng hàng, cùng tiền');
  // The goods of the whole document, the last days on which such a voucher is looked for, and a buyer who takes none.
  expect(walkIn({ amount: 2_000_000 })).toHaveLength(1);
  expect(['2026-09-02', '2026-09-08'].map((documentDate) => walkIn({ documentDate }).length)).toEqual([1, 1]);
  expect(['2026-09-01', '2026-09-09'].flatMap((documentDate) => walkIn({ documentDate }))).toEqual([]);
  expect(walkIn({}, two, [{ ...partners[0]!, requirement: 'not_required' as never }])).toHaveLength(1);
  // Goods that are not connected: the total of the very day is all there is to go by.
  const unknown = { product: 'SP9', documentDate: line.date };
  expect(walkIn({ ...unknown, amount: 2_000_000 })[0]).toContain('cùng ngày, cùng tổng tiền, mã hàng AMIS chưa nối');
  expect([walkIn({ ...unknown, amount: 1_900_000 }), walkIn({ product: 'SP9', amount: 2_000_000 })]).toEqual([[], []]);
  const several = (...amounts: number[]) =>
    suspects(
      amounts.map((amount, n) =>
        sold({ ...unknown, id: `${n}`, customerCode: 'BL', customerName: 'Khách bán lẻ', quantity: '1', amount }),
      ),
      { lines: [...two, { ...line, id: '3', amount: 70_000 }], partners },
    );
  expect(several(1_000_000, 70_000)[0]).toContain('từng dòng cùng tiền với một dòng của lần bán');
  expect([several(70_000, 70_000), several(70_000)]).toEqual([[], []]);
  // Other goods, other money, another buyer.
  expect([walkIn({ product: 'SP2' }), walkIn({ amount: 900_000 })]).toEqual([[], []]);
  expect(walkIn({ customerCode: 'C2', customerName: 'Khách KH2' })).toEqual([]);
});

test('goods of a voucher are known by the connections of its own profile, and unconnected ones by money alone', () => {
  const walkIn = (own: Partial<Sold>) =>
    sold({ customerCode: 'BL', customerName: 'Khách bán lẻ', documentDate: line.date, product: 'SP9', ...own });
  const partners = [{ code: 'KH1', requirement: 'required' as const, address: '1 Lê Lợi', taxCode: '0101243150' }];
  const told = (sales: readonly Sold[], more: Partial<GivenPeriod> = {}) => suspects(sales, { partners, ...more });
  // One đồng an entry is rounding.
  const near = [999_998, 999_999, 1_000_001, 1_000_002];
  expect(near.map((amount) => told([walkIn({ amount })]).length)).toEqual([0, 1, 1, 0]);
  expect(told([walkIn({ product: 'SP2' })])).toEqual([]);
  const other = (product: string): GivenProfile => ({
    ...{ code: 'B', products: [{ code: 'SP1' }, { code: 'SP7' }], links: [{ product, item: 'VT1' }] },
    sales: [walkIn({ product: 'SP1', quantity: '5', documentDate: '2026-09-06' })],
  });
  const inOther = (product: string) =>
    told([], { profiles: [books, other(product)], issuers: { HN: ['A'] } }).map((message) => message.slice(0, 30));
  expect([inOther('SP1').length, inOther('SP7').length]).toEqual([1, 0]);
  // A line of two warehouses is one amount.
  const stock = ['16', '4'].map((opening, n) => ({ product: 'SP1', opening, warehouse: `K${n}` }));
  const both = [walkIn({ id: 'a' }), walkIn({ id: 'b', amount: 70_000 })];
  const lines = [line, { ...line, id: '2', amount: 70_000 }, { ...line, id: '3', item: 'VT2', amount: 90_000 }];
  const split = { ...books, stock: [...stock, { product: 'SP2', opening: '50' }], sales: both };
  expect(told([], { lines, profiles: [split] })).toHaveLength(1);
});

test('vouchers of two profiles that have one number are each told once', () => {
  const walkIn = sold({ customerCode: 'BL', customerName: 'Khách bán lẻ', documentDate: line.date, quantity: '1' });
  const ofDay = { ...walkIn, product: 'SP9', amount: 70_000 };
  const other: GivenProfile = { code: 'B', products: [{ code: 'SP9' }], sales: [ofDay] };
  const shop: GivenLine = { ...line, id: '2', doc: 'BL001', partner: 'KL', quantity: '1', amount: 70_000 };
  const told = (sales: readonly Sold[]) =>
    suspects([], { profiles: [{ ...books, sales }, other], lines: [line, shop], issuers: { HN: ['A'] } });
  const gathered = expect.stringMatching(/^Lần bán cho khách không lấy hóa đơn .* «TAY1» của «B»/);
  expect(told([])).toEqual([gathered]);
  const ofA = { ...walkIn, product: 'SP1', quantity: '5', documentDate: '2026-09-06' };
  expect(told([ofA])).toEqual([gathered, expect.stringMatching(/«HN\/HD\/HD0015» .* «TAY1» của «A» .* \(cùng hàng/)]);
});

test('goods that a voucher has issued to a buyer who asks for invoices are told once Bravo gives the sale to another buyer', () => {
  const partners = [{ code: 'KH1' }, { code: 'KH2', requirement: 'required' as const }];
  const toC2 = (own: Partial<Sold> = {}) =>
    sold({ product: 'SP1', customerCode: 'C2', customerName: 'Khách KH2', documentDate: line.date, ...own });
  const told = (sales: readonly Sold[], lines: readonly GivenLine[] = [line]) => suspects(sales, { partners, lines });
  expect(told([toC2()])[0]).toContain(
    '«TAY1» của «A» ngày 05/09/2026, hóa đơn số 12, 1.000.000 đồng (từng dòng cùng hàng, cùng số lượng, cùng tiền, mà khách ở AMIS là khách khác: khách của lần bán có thể đã đổi ở Bravo). Khách hai bên khác nhau nên Khớp không tự nhận.',
  );
  expect([told([toC2({ amount: 999_999 })]), told([toC2({ quantity: '9' })])]).toEqual([[], []]);
  // No sale of its own buyer is left in the ledger: another day may be meant too.
  expect(told([toC2({ documentDate: '2026-09-08' })])).toHaveLength(1);
  expect(told([toC2({ documentDate: '2026-09-09' })])).toEqual([]);
  expect(['2026-09-01', '2026-09-02'].map((documentDate) => told([toC2({ documentDate })]).length)).toEqual([0, 1]);
  const ofC2: GivenLine = {
    ...line,
    id: '9',
    doc: 'HD0099',
    partner: 'KH2',
    quantity: '3',
    amount: 3_000,
    item: 'VT2',
  };
  expect(told([toC2({ documentDate: '2026-09-06' })], [line, ofC2])).toEqual([]);
  expect(told([toC2()], [line, ofC2])).toHaveLength(1);
  // Several entries tell a sale of another day too, when each has a line of its own.
  const two = [line, { ...line, id: '2', item: 'VT2', quantity: '4', amount: 400_000 }, ofC2];
  const [first, second] = [
    toC2({ documentDate: '2026-09-07' }),
    toC2({ documentDate: '2026-09-07', product: 'SP2', id: 'b', quantity: '4', amount: 400_000 }),
  ];
  expect(told([first, second], two)).toHaveLength(1);
  expect(told([first, { ...second, amount: 5 }], two)).toEqual([]);
  // One entry that is like many sales of its day says nothing of any of them.
  const many = Array.from({ length: 4 }, (_, at) => ({ ...line, id: `m${at}`, doc: `HD100${at}` }));
  expect(told([toC2()], [...many, ofC2])).toEqual([]);
  expect(told([toC2()], [...many.slice(1), ofC2])).toHaveLength(3);
});

test('an entry that a person has decided to be no sale of Bravo is not told again', () => {
  expect(suspects([sold({})])).toHaveLength(1);
  expect(suspects([sold({})], { decisions: [{ profile: 'A', entry: 'a', line: null }] })).toEqual([]);
});
