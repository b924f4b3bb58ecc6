import type { InvoiceToWrite, LineToWrite, PartyToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import type { WritingStyle } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import fc from 'fast-check';
import { buyer, seller } from './made-up.ts';

/** Texts as invoices may hold them: markup characters, marks in both forms, pairs of code units, line breaks inside. */
const CHARS = [
  'a',
  'Z',
  '9',
  ' ',
  '&',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  'ế',
  'ế',
  'Đ',
  '😀',
  '\n',
  '\t',
  '&amp;',
  '%',
  '/',
  '«',
];
const text = fc
  .array(fc.constantFrom(...CHARS), { minLength: 1, maxLength: 12 })
  .map((chars) => chars.join('').trim())
  .filter((one) => one !== '');
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const digits = (length: number) => fc.integer({ min: 10 ** (length - 1), max: 10 ** length - 1 }).map(String);
const decimal = fc
  .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([units, places]) => {
    const size = String(Math.abs(units)).padStart(places + 1, '0');
    const fraction = places === 0 ? '' : size.slice(-places).replace(/0+$/, '');
    const whole = places === 0 ? size : size.slice(0, -places);
    const plain = fraction === '' ? whole : `${whole}.${fraction}`;
    return units < 0 && plain !== '0' ? `-${plain}` : plain;
  });

const party = (taxCode: fc.Arbitrary<string | undefined>, isBuyer: boolean): fc.Arbitrary<PartyToWrite> =>
  fc.record({
    name: maybe(text),
    taxCode,
    address: maybe(text),
    code: maybe(text),
    email: maybe(text),
    phone: maybe(text),
    bankAccount: maybe(text),
    bankName: maybe(text),
    ...(isBuyer
      ? { person: maybe(text), budgetCode: maybe(digits(7)), citizenId: maybe(digits(9)), passport: maybe(text) }
      : {}),
  });

const line: fc.Arbitrary<LineToWrite> = fc.record({
  kind: fc.constantFrom('1', '2', '3', '4', '5'),
  code: maybe(text),
  name: text,
  unit: maybe(text),
  quantity: maybe(decimal),
  unitPrice: maybe(decimal),
  discountPercent: maybe(decimal),
  discount: maybe(decimal),
  amount: maybe(decimal),
  rate: maybe(fc.constantFrom('0%', '5%', '8%', '10%', 'KCT', 'KKKNT', 'KHAC:7.5%')),
  vatSaid: maybe(decimal),
});

/** Any invoice that the format can say, sensible or not. */
export const anyInvoice: fc.Arbitrary<InvoiceToWrite> = fc.record({
  version: fc.constantFrom('2.0.0', '2.0.1', '2.1.0'),
  title: text,
  form: fc.constantFrom('1', '2', '6'),
  symbol: fc.constantFrom('C26TAA', 'K26TYY', 'C26MAB'),
  number: maybe(digits(5)),
  date: fc.constantFrom('2026-01-31', '2026-11-20', '2022-02-28'),
  currency: fc.constantFrom('VND', 'USD'),
  exchangeRate: fc.constantFrom('25345.5', '1'),
  paymentMethod: maybe(text),
  providerTaxCode: maybe(digits(10)),
  seller: party(fc.constant(seller.taxCode), false),
  buyer: party(fc.constantFrom(buyer.taxCode, undefined, '0314409058-002'), true),
  lines: fc.array(line, { maxLength: 6 }),
  rates: fc.array(fc.record({ rate: fc.constantFrom('8%', '10%', 'KCT'), amount: decimal, vat: decimal }), {
    maxLength: 3,
  }),
  beforeVat: maybe(decimal),
  vat: maybe(decimal),
  discount: maybe(decimal),
  deduction: maybe(decimal),
  fees: maybe(fc.array(fc.record({ name: text, amount: decimal }), { minLength: 1, maxLength: 2 })),
  total: decimal,
  inWords: maybe(text),
  related: maybe(
    fc.array(
      fc.record({
        relation: fc.constantFrom('1', '2'),
        form: fc.constant('1'),
        symbol: fc.constant('C26TAA'),
        number: digits(4),
        date: fc.constant('2026-10-01'),
        note: maybe(text),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
  authorityCode: maybe(digits(9)),
  qr: maybe(text),
  lookup: maybe(
    fc.array(fc.record({ name: fc.constantFrom('Fkey', 'PortalLink'), value: text }), { minLength: 1, maxLength: 2 }),
  ),
});

/** Any way in which a supplier's software may write and sign it. `language` needs the slow checker and is asked for apart. */
export const anyStyle: fc.Arbitrary<WritingStyle> = fc
  .record({
    space: fc.constantFrom('none', 'default', 'prefix', 'unused'),
    emptyFields: fc.boolean(),
    turned: fc.boolean(),
    lineBreaks: fc.boolean(),
    newline: fc.constantFrom('\n' as const, '\r\n' as const),
    cdata: fc.constantFrom(new Set<string>(), new Set(['THHDVu', 'Ten', 'inv:Ten', 'DChi'])),
    selfClosing: fc.boolean(),
    quote: fc.constantFrom('"' as const, "'" as const),
    signaturePrefix: fc.constantFrom('', 'ds'),
    hash: fc.constantFrom('sha256' as const, 'sha1' as const, 'sha512' as const),
    transforms: fc.constantFrom(...(['none', 'enveloped', 'inclusive', 'enveloped_inclusive', 'exclusive'] as const)),
    signedInfo: fc.constantFrom('inclusive' as const, 'exclusive' as const),
    dataId: fc.constantFrom('data', 'SignData', 'Id-5f2'),
    signedAt: fc.constantFrom(undefined, '2026-11-20T10:00:00', '2026-11-20T03:00:00Z'),
    encoding: fc.constantFrom(...(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be'] as const)),
    declaration: fc.boolean(),
    wrapper: fc.constantFrom('none' as const, 'message' as const),
  })
  .map(({ space, ...style }) => ({
    ...style,
    language: false,
    prefix: space === 'prefix' ? 'inv' : '',
    ...(space === 'none' ? {} : { namespace: 'http://hoadon.example.vn/2026' }),
  }));
