import { foldText } from '../text/fold.ts';
import { at, childrenOf, textOf, type XmlElement } from './element.ts';
import { freeFields } from './lines.ts';
import type { LookupField } from './tax-invoice.ts';

/** Names of fields by which suppliers show an invoice, folded. A code opens the invoice to everyone who has it: it is a secret. */
const MEANINGS: ReadonlyMap<string, LookupField['meaning']> = new Map([
  ...(
    [
      'fkey',
      'searchkey',
      'search key',
      'mappingkey',
      'ma so bi mat',
      'ma tra cuu',
      'matracuu',
      'ma nhan hoa don',
      'reservationcode',
      'transactionid',
      'keysearch',
    ] as const
  ).map((name) => [name, 'code'] as const),
  ...(['portallink', 'link tra cuu', 'linktracuu', 'trang tra cuu', 'dia chi tra cuu', 'website tra cuu'] as const).map(
    (name) => [name, 'address'] as const,
  ),
]);

/** Free fields of TTChung, DLHDon and HDon that say where the invoice is shown. */
export function readLookup(data: XmlElement, whole: XmlElement): LookupField[] {
  return [at(data, 'TTChung'), data, whole].flatMap(freeFields).flatMap(({ name, value }) => {
    const meaning = MEANINGS.get(foldText(name));
    return meaning === undefined ? [] : [{ name, value, meaning, isSecret: meaning === 'code' }];
  });
}

const MOST_TOKENS = 2_000;
const MOST_LENGTH = 80;
/** Letters and digits, also joined by one of these signs: a voucher number of ours is one such run, `BH202609-00001`. */
const RUN = /[\p{L}\p{N}]+(?:[-/._|:#]+[\p{L}\p{N}]+)*/gu;

/**
 * The runs of letters and digits in a text that may name a record, in upper case: those with a digit and with a sign or a letter.
 * A run of digits alone names nothing, and may be a personal number.
 */
export const tokensIn = (text: string): string[] =>
  (text.match(RUN) ?? [])
    .filter((one) => one.length <= MOST_LENGTH && /\p{N}/u.test(one) && /\P{N}/u.test(one))
    .map(upper);

/** The form in which tokens are compared. */
export const upper = (text: string): string => text.normalize('NFC').toUpperCase();

/**
 * The tokens by which an invoice may name the record that it was made from: MKHang, the free fields (TTKhac), the remarks on related
 * invoices (GChu), and codes and names of lines. Each once. A passport's number is none of them.
 */
export function readTokens(data: XmlElement, whole: XmlElement): readonly string[] {
  const [common, content] = [at(data, 'TTChung'), at(data, 'NDHDon')];
  const buyer = at(content, 'NMua');
  const lines = childrenOf(at(content, 'DSHHDVu'), 'HHDVu');
  const texts = [
    textOf(buyer, 'MKHang'),
    ...[common, data, whole, buyer, ...lines].flatMap(freeTexts),
    ...childrenOf(common, 'TTHDLQuan').flatMap(notesIn),
    ...lines.flatMap((line) => [textOf(line, 'MHHDVu'), textOf(line, 'THHDVu')]),
  ];
  const passport = upper(textOf(buyer, 'SHChieu') ?? '');
  const tokens = new Set<string>();
  for (const text of texts)
    for (const token of text === null ? [] : tokensIn(text))
      if (token !== passport && tokens.size < MOST_TOKENS) tokens.add(token);
  return [...tokens];
}

/** The values of all free fields of an element; one that is written oddly refuses no invoice. */
const freeTexts = (element: XmlElement | undefined): string[] =>
  childrenOf(element, 'TTKhac').flatMap((list) =>
    childrenOf(list, 'TTin').flatMap((one) => childrenOf(one, 'DLieu').map(({ text }) => text)),
  );

/** The remarks of one TTHDLQuan, also of a list of them. */
const notesIn = (one: XmlElement): (string | null)[] => [
  ...childrenOf(one, 'GChu').map(({ text }) => text),
  ...one.children.flatMap((inner) => childrenOf(inner, 'GChu').map(({ text }) => text)),
];
