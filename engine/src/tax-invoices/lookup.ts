import { foldText } from '../text/fold.ts';
import { at, type XmlElement } from './element.ts';
import { extraFields } from './lines.ts';
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
  return [at(data, 'TTChung', 'TTKhac'), at(data, 'TTKhac'), at(whole, 'TTKhac')].flatMap((list) =>
    extraFields(list).flatMap(({ name, value }) => {
      const meaning = MEANINGS.get(foldText(name));
      return meaning === undefined ? [] : [{ name, value, meaning, isSecret: meaning === 'code' }];
    }),
  );
}
