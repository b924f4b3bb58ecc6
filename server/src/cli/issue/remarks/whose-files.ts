import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@khop/engine/problem.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { CODES_OF_LEDGER, namedInHeading, type Owner, speaksForOther } from '@khop/engine/sheets/recognise/whose.ts';

/** The signs in a workbook of a profile's folder of whose it is. */
export type ShownOwner = {
  readonly profile: string;
  /** "TonKho.xlsx". */
  readonly name: string;
  readonly heading: readonly string[];
  readonly isCatalogue: boolean;
  /** The goods of a ledger, or the products of a catalogue, in small letters. */
  readonly codes: ReadonlySet<string>;
  readonly sha256: string;
};

const CODE_OF: Readonly<Record<string, string>> = { 'amis-products': 'code' };

/** Sums a workbook up, so that a large one need not stay in memory for this. */
export async function shownOwner(profile: string, path: string, name: string, result: ReadResult): Promise<ShownOwner> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(path, name)), hash);
  const field = CODE_OF[result.layout] ?? 'productCode';
  return {
    ...{ profile, name, heading: result.heading ?? [] },
    isCatalogue: ['amis-products', 'amis-customers'].includes(result.layout),
    codes: new Set(result.rows.flatMap((row) => (typeof row[field] === 'string' ? row[field].toLowerCase() : []))),
    sha256: hash.digest('hex'),
  };
}

/**
 * Refuses a workbook that lies in one profile's folder and is another one's, by the same evidence as an upload: its heading names that one, the very
 * same ledger lies there too, or its goods are that one's. Its stock would be promised twice, and what this profile has issued would not be known. Throws WRONG_PROFILE.
 */
export function refuseOthersFiles(files: readonly ShownOwner[], owners: readonly Omit<Owner, 'id'>[]): void {
  const known = owners.map((owner) => ({ ...owner, id: owner.code }));
  const products = new Map(files.flatMap((file) => (file.name === 'HangHoa.xlsx' ? [[file.profile, file.codes]] : [])));
  for (const [at, file] of files.entries()) {
    const named = namedInHeading(file.heading, known);
    if (named.length > 0 && named.every(({ code }) => code !== file.profile))
      throw wrongProfile(file, named[0]!.code, 'phần đầu tệp ghi tên hoặc mã số thuế của hồ sơ đó');
    if (file.isCatalogue) continue;
    const twin = files.slice(0, at).find((one) => one.sha256 === file.sha256 && one.codes.size > 0);
    if (twin && twin.profile !== file.profile)
      throw wrongProfile(file, twin.profile, `amis/${twin.profile}/${twin.name} là chính tệp này`);
    refuseForeignCodes(file, products);
  }
}

function refuseForeignCodes(file: ShownOwner, products: ReadonlyMap<string, ReadonlySet<string>>): void {
  const own = products.get(file.profile);
  if (!own || own.size === 0) return;
  const among = (list: ReadonlySet<string>): number => [...file.codes].filter((code) => list.has(code)).length;
  const here = among(own);
  for (const [profile, list] of products) {
    const there = among(list);
    if (profile === file.profile || !speaksForOther(file.codes.size, here, there, CODES_OF_LEDGER)) continue;
    const why = `${there}/${file.codes.size} mã hàng trong tệp là của hồ sơ đó, hồ sơ «${file.profile}» chỉ có ${here}`;
    throw wrongProfile(file, profile, why);
  }
}

const wrongProfile = ({ profile, name }: ShownOwner, other: string, why: string): Problem =>
  new Problem(
    'WRONG_PROFILE',
    `Tệp amis/${profile}/${name} có vẻ thuộc hồ sơ «${other}»: ${why}. Hãy đặt đúng tệp của từng hồ sơ rồi chạy lại.`,
    { profile, other },
  );
