import type { FieldToWrite, InvoiceToWrite, LineToWrite, PartyToWrite, RelatedToWrite } from './invoice-to-write.ts';
import { type Element, element } from './xml-tree.ts';

/** The way in which a builder of invoices arranges what it writes. */
export type Arrangement = {
  /** The prefix of all elements of the invoice; '' for none. */
  readonly prefix: string;
  /** Fields without a value are written as empty elements. */
  readonly emptyFields: boolean;
  /** The order of children is turned around in the parts where no reader may rely on it. */
  readonly turned: boolean;
  /** A line break between elements, as signed files of some builders have. */
  readonly lineBreaks: boolean;
};

type Field = readonly [name: string, value: string | undefined];

/** DLHDon of an invoice. */
export function dataElement(invoice: InvoiceToWrite, id: string, arrangement: Arrangement): Element {
  const make = new Builder(arrangement);
  const data = make.group('DLHDon', [
    make.fields('TTChung', commonOf(invoice), [
      ...(invoice.related ?? []).map((one) => make.fields('TTHDLQuan', relatedOf(one))),
      ...(invoice.lookup === undefined ? [] : [make.extras(invoice.lookup)]),
    ]),
    make.group('NDHDon', [
      make.fields('NBan', sellerOf(invoice.seller)),
      make.fields('NMua', buyerOf(invoice.buyer)),
      make.group(
        'DSHHDVu',
        invoice.lines.map((line, index) =>
          make.fields('HHDVu', lineOf(line, index + 1), [
            ...(line.kind === '5' ? [make.group('TTHHDTrung', [])] : []),
            ...(line.vatSaid === undefined ? [] : [make.extras([{ name: 'VATAmount', value: line.vatSaid }])]),
          ]),
        ),
      ),
      totalsOf(invoice, make),
    ]),
  ]);
  return { ...data, attributes: [['Id', id]] };
}

function totalsOf(invoice: InvoiceToWrite, make: Builder): Element {
  const fees = (invoice.fees ?? []).map(({ name, amount }) =>
    make.fields('LPhi', [
      ['TLPhi', name],
      ['TPhi', amount],
    ]),
  );
  return make.fields(
    'TToan',
    [
      ['TgTCThue', invoice.beforeVat],
      ['TgTThue', invoice.vat],
      ['TTCKTMai', invoice.discount],
      ['TGTKhac', invoice.deduction],
      ['TgTTTBSo', invoice.total],
      ['TgTTTBChu', invoice.inWords],
    ],
    [
      make.group(
        'THTTLTSuat',
        invoice.rates.map(({ rate, amount, vat }) =>
          make.fields('LTSuat', [
            ['TSuat', rate],
            ['ThTien', amount],
            ['TThue', vat],
          ]),
        ),
      ),
      ...(fees.length === 0 ? [] : [make.group('DSLPhi', fees)]),
    ],
  );
}

const commonOf = (invoice: InvoiceToWrite): Field[] => [
  ['PBan', invoice.version],
  ['THDon', invoice.title],
  ['KHMSHDon', invoice.form],
  ['KHHDon', invoice.symbol],
  ['SHDon', invoice.number],
  ['NLap', invoice.date],
  ['DVTTe', invoice.currency],
  ['TGia', invoice.exchangeRate],
  ['HTTToan', invoice.paymentMethod],
  ['MSTTCGP', invoice.providerTaxCode],
];

const partyOf = (party: PartyToWrite): Field[] => [
  ['Ten', party.name],
  ['MST', party.taxCode],
  ['DChi', party.address],
  ['SDThoai', party.phone],
  ['DCTDTu', party.email],
  ['STKNHang', party.bankAccount],
  ['TNHang', party.bankName],
];

const sellerOf = (party: PartyToWrite): Field[] => [...partyOf(party), ['MCHang', party.code]];

const buyerOf = (party: PartyToWrite): Field[] => [
  ...partyOf(party),
  ['MKHang', party.code],
  ['HVTNMHang', party.person],
  ['MDVQHNSach', party.budgetCode],
  ['CCCDan', party.citizenId],
  ['SHChieu', party.passport],
];

const lineOf = (line: LineToWrite, ordinal: number): Field[] => [
  ['TChat', line.kind],
  ['STT', String(ordinal)],
  ['MHHDVu', line.code],
  ['THHDVu', line.name],
  ['DVTinh', line.unit],
  ['SLuong', line.quantity],
  ['DGia', line.unitPrice],
  ['TLCKhau', line.discountPercent],
  ['STCKhau', line.discount],
  ['ThTien', line.amount],
  ['TSuat', line.rate],
];

const relatedOf = (one: RelatedToWrite): Field[] => [
  ['TCHDon', one.relation],
  ['LHDCLQuan', '1'],
  ['KHMSHDCLQuan', one.form],
  ['KHHDCLQuan', one.symbol],
  ['SHDCLQuan', one.number],
  ['NLHDCLQuan', one.date],
  ['SBKCLQuan', one.listNumber],
  ['NBKCLQuan', one.listDate],
  ['GChu', one.note],
];

class Builder {
  readonly #as: Arrangement;

  constructor(arrangement: Arrangement) {
    this.#as = arrangement;
  }

  group(name: string, children: readonly Element[]): Element {
    const spaced = this.#as.lineBreaks ? children.flatMap((child) => ['\n', child]) : children;
    return element(this.#as.prefix === '' ? name : `${this.#as.prefix}:${name}`, ...spaced);
  }

  fields(name: string, fields: readonly Field[], more: readonly Element[] = []): Element {
    const shown = fields.flatMap(([field, value]) =>
      value === undefined ? (this.#as.emptyFields ? [this.#leaf(field, '')] : []) : [this.#leaf(field, value)],
    );
    const children = [...shown, ...more];
    return this.group(name, this.#as.turned ? children.reverse() : children);
  }

  extras(fields: readonly FieldToWrite[]): Element {
    return this.group(
      'TTKhac',
      fields.map(({ name, value }) =>
        this.fields('TTin', [
          ['TTruong', name],
          ['KDLieu', 'string'],
          ['DLieu', value],
        ]),
      ),
    );
  }

  #leaf(name: string, value: string): Element {
    const full = this.#as.prefix === '' ? name : `${this.#as.prefix}:${name}`;
    return value === '' ? element(full) : element(full, value);
  }
}
