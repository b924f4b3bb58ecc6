import { formatDay } from '@khop/engine/day.ts';
import { FORM, sellerOf, type TaxFacts } from './deal.ts';
import { TRADES } from './deals.ts';
import { type TaxWorld, tellingsOf } from './plan.ts';
import { newSigning } from './sign.ts';
import type { ToldFile } from './telling.ts';

/** A file of a zip, or a zip in it. */
export type ZipEntry =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly entries: readonly ZipEntry[] };

export type ZipFileToWrite = { readonly path: string; readonly kind: 'zip'; readonly entries: readonly ZipEntry[] };

/** Invoices of one zip: as many are held at a time, of each way to pack them. */
const INVOICES_PER_ZIP = 200;

type Packing = {
  readonly name: string;
  readonly entriesOf: (facts: TaxFacts, bytes: Uint8Array, at: number) => readonly ZipEntry[];
};

const text = (name: string, content: string): ZipEntry => ({ name, bytes: Buffer.from(content) });
const HTML = '<!DOCTYPE html><html><body>Bản thể hiện của hóa đơn</body></html>';
const PICTURE = Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46);

const fullName = (facts: TaxFacts): string =>
  `${sellerOf(facts).taxCode}_${FORM}_${facts.symbol}_${facts.number.padStart(8, '0')}`;

/** The portal gives many invoices as files beside each other, one to a folder when each was fetched alone. */
const portal: Packing = {
  name: 'cong-thue',
  entriesOf: (facts, bytes, at) =>
    at % 10 === 0
      ? [
          { name: `${fullName(facts)}/invoice.xml`, bytes },
          text(`${fullName(facts)}/invoice.html`, HTML),
          text(`${fullName(facts)}/details.js`, 'var details = {};'),
          { name: `${fullName(facts)}/sign-check.jpg`, bytes: PICTURE },
        ]
      : [{ name: `HoaDon_${at + 1}.xml`, bytes }],
};

/** One provider sends each invoice as a zip, with the sheet that shows it. */
const nested: Packing = {
  name: 'nha-cung-cap-goi-trong-goi',
  entriesOf: (facts, bytes, at) => [
    {
      name: `${fullName(facts)}-${at + 1}.zip`,
      entries: [{ name: `${fullName(facts)}.xml`, bytes }, text(`${fullName(facts)}.xsl`, '<xsl:stylesheet/>')],
    },
  ],
};

/** Others send the XML and a picture of it as a PDF. */
const beside: Packing = {
  name: 'nha-cung-cap',
  entriesOf: (facts, bytes, at) => [
    { name: `${fullName(facts)}_${at + 1}.xml`, bytes },
    text(`${fullName(facts)}_${at + 1}.pdf`, `%PDF-1.4 ${formatDay(facts.date)}`),
  ],
};

const PACKINGS: readonly Packing[] = [portal, nested, beside];

/** The signed invoices of every profile as they come: from the portal, and from the suppliers' providers. */
export function* zipFiles(world: TaxWorld): Generator<ZipFileToWrite> {
  const sign = newSigning();
  for (const [profile, { code }] of world.company.period.profiles.entries())
    for (const trade of TRADES) {
      const zips = new Zips(`tax/${code}/${trade === 'sale' ? 'ban-ra' : 'mua-vao'}`);
      for (const file of filesOf(world, profile, trade)) {
        const zip = zips.add(packingOf(file.facts), file.facts, sign(file));
        if (zip !== undefined) yield zip;
      }
      yield* zips.rest();
    }
}

function* filesOf(world: TaxWorld, profile: number, trade: (typeof TRADES)[number]): Generator<ToldFile> {
  for (const { invoices } of tellingsOf(world, profile, trade)) for (const { files } of invoices) yield* files;
}

const packingOf = (facts: TaxFacts): Packing =>
  facts.trade === 'sale' ? portal : PACKINGS[Number(sellerOf(facts).taxCode.slice(0, 9)) % PACKINGS.length]!;

/** Zips that fill up side by side. */
class Zips {
  readonly #place: string;
  readonly #open = new Map<Packing, { entries: ZipEntry[]; invoices: number; serial: number }>();

  constructor(place: string) {
    this.#place = place;
  }

  /** @returns the zip that is full with it. */
  add(packing: Packing, facts: TaxFacts, bytes: Uint8Array): ZipFileToWrite | undefined {
    const open = this.#open.get(packing) ?? { entries: [], invoices: 0, serial: 1 };
    open.entries.push(...packing.entriesOf(facts, bytes, open.invoices));
    open.invoices += 1;
    this.#open.set(packing, open);
    if (open.invoices < INVOICES_PER_ZIP) return undefined;
    this.#open.set(packing, { entries: [], invoices: 0, serial: open.serial + 1 });
    return this.#zip(packing, open.serial, open.entries);
  }

  *rest(): Generator<ZipFileToWrite> {
    for (const [packing, { entries, serial }] of this.#open)
      if (entries.length > 0) yield this.#zip(packing, serial, entries);
  }

  #zip({ name }: Packing, serial: number, entries: readonly ZipEntry[]): ZipFileToWrite {
    return { path: `${this.#place}-${name}-${serial}.zip`, kind: 'zip', entries };
  }
}
