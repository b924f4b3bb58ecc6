import { foldHeader } from '../fold-header.ts';
import type { Layout, LayoutField } from '../layouts/layout.ts';
import { nameBeforeTax } from '../recognise/header-remark.ts';

/** Phrases that name one thing in headers, folded, and the word that they all become. Longer ones go first. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  soluong: ['so luong', 'sl', 'qty', 'quantity', 'so luong thuc te'],
  thanhtien: [
    'thanh tien',
    'tien hang',
    'doanh so',
    'doanh thu',
    'so tien',
    'tri gia',
    'gia tri',
    'gt',
    'amount',
    'value',
  ],
  dongia: ['don gia', 'gia ban', 'gia mua', 'unit price', 'price', 'dg'],
  giavon: ['gia von', 'tien von', 'cogs'],
  dvt: ['don vi tinh', 'don vi', 'dvt', 'unit', 'uom'],
  mst: ['ma so thue', 'mst', 'tax code', 'taxcode', 'ma so dn'],
  diachi: ['dia chi', 'address', 'd/c'],
  dienthoai: ['so dien thoai', 'dien thoai', 'sdt', 'dt', 'phone', 'tel', 'mobile', 'di dong'],
  email: ['thu dien tu', 'e-mail', 'email', 'mail'],
  chungtu: ['chung tu', 'ct', 'c.tu', 'c tu', 'voucher', 'document', 'doc', 'phieu'],
  hoachtoan: ['hach toan', 'ghi so', 'accounting', 'posting'],
  hoadon: ['hoa don', 'hd', 'invoice'],
  khach: ['khach hang', 'doi tuong', 'nguoi mua', 'khach', 'kh', 'customer', 'client', 'buyer', 'partner'],
  ncc: ['nha cung cap', 'nguoi ban', 'ncc', 'supplier'],
  hang: [
    'hang hoa dich vu',
    'hang hoa',
    'san pham',
    'mat hang',
    'vat tu',
    'vthh',
    'hang',
    'hh',
    'sp',
    'vt',
    'product',
    'item',
    'goods',
  ],
  kho: ['kho hang', 'kho', 'warehouse'],
  cuoiky: ['ton cuoi ky', 'cuoi ky', 'ton cuoi', 'ton kho', 'ton', 'closing', 'on hand', 'cuoi', 'ck'],
  dauky: ['ton dau ky', 'dau ky', 'ton dau', 'opening', 'dau'],
  nhap: ['nhap kho', 'nhap', 'in'],
  xuat: ['xuat kho', 'xuat', 'out'],
  chietkhau: ['chiet khau', 'discount'],
  thue: ['thue gtgt', 'tien thue', 'vat', 'thue'],
  thuesuat: ['thue suat', '% thue', 'vat rate', '%'],
  diengiai: ['dien giai', 'noi dung', 'mo ta', 'description', 'ghi chu', 'note'],
  taikhoan: ['tai khoan', 'tk', 'account'],
  tralai: ['tra lai', 'hang tra', 'return'],
  nhanvien: ['nhan vien', 'nv', 'employee'],
  nhom: ['nhom', 'group'],
  ngay: ['ngay thang', 'ngay', 'date'],
  ma: ['ma so', 'ma', 'code', 'id'],
  ten: ['ten goi', 'ten', 'name'],
  so: ['so hieu', 'so', 'number', 'no', 'num'],
};

/** Said of an amount or a price without its tax: what it is otherwise is what it is. */
const WITHOUT_TAX = ['chua', 'chua co', 'chua gom', 'chua bao gom', 'truoc', 'khong gom', 'khong bao gom'].flatMap(
  (before) => ['thue gtgt', 'thue', 'vat'].map((tax) => `${before} ${tax}`),
);

const PHRASES: readonly (readonly [phrase: string, word: string])[] = [
  ...Object.entries(SAME),
  ['', WITHOUT_TAX] as const,
]
  .flatMap(([word, phrases]) => phrases.map((phrase) => [phrase, word] as const))
  .toSorted(([a], [b]) => b.length - a.length);

/** No header says more; a longer text is a note, or made to cost time. */
const MOST_WORDS = 12;
const LONGEST = 100;

/** The words of a folded header in a form in which headers of one meaning share most of theirs. */
function wordsOf(header: string): ReadonlySet<string> {
  let rest = ` ${header.replace(/[^\p{L}\p{N}%./-]+/gu, ' ').trim()} `;
  const words = new Set<string>();
  for (const [phrase, word] of PHRASES) {
    const at = rest.indexOf(` ${phrase} `);
    if (at < 0) continue;
    rest = `${rest.slice(0, at)} | ${rest.slice(at + phrase.length + 1)}`;
    if (word !== '') words.add(word);
  }
  for (const word of rest.split(/[ |]+/)) if (word !== '') words.add(word);
  return words;
}

/** All names of a field, folded: its header, what it is called elsewhere, and its name in the API. */
function namesOf({
  field,
  header,
  aliases = [],
  group,
  groupAliases = [],
  inGroup = [],
}: LayoutField): readonly string[] {
  const groups = group === undefined ? [] : [group, ...groupAliases];
  const grouped = groups.flatMap((of) => [header, ...inGroup].map((name) => `${of} – ${name}`));
  const inWords = field.replace(/[A-Z]/g, (letter) => ` ${letter}`);
  return [...(group === undefined ? [header] : grouped), ...aliases, inWords].map(foldHeader);
}

type Name = { readonly field: LayoutField; readonly size: number };
type Exact = { readonly field: LayoutField; readonly likeness: number };
type Names = { readonly exact: Map<string, Exact[]>; readonly byWord: Map<string, Name[]> };

const namesOfLayouts = new WeakMap<Layout, Names>();

const putIn = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const all = map.get(key);
  if (all) all.push(value);
  else map.set(key, [value]);
};

/** The names of a layout's fields by their words: a header is compared with those alone that share one with it. */
function indexOf(layout: Layout): Names {
  const known = namesOfLayouts.get(layout);
  if (known) return known;
  const index: Names = { exact: new Map(), byWord: new Map() };
  for (const field of layout.fields)
    for (const [at, text] of namesOf(field).entries()) {
      putIn(index.exact, text, { field, likeness: 1 - at * A_NAME_LATER });
      const words = wordsOf(text);
      const name = { field, size: words.size };
      for (const word of words) putIn(index.byWord, word, name);
    }
  namesOfLayouts.set(layout, index);
  return index;
}

/** Of two columns with names of one field the one whose name comes first is it; no sureness that is shown tells them from each other. */
const A_NAME_LATER = 1e-5;
/** Any other likeness is below. */
export const KNOWN_NAME = 0.99;

/** Field → 0 … 1: how much a header says that its column is this field. From KNOWN_NAME on only for a name that is known as it is. */
export function likenesses(header: string, layout: Layout): ReadonlyMap<LayoutField, number> {
  const likeness = new Map<LayoutField, number>();
  if (header === '' || header.length > LONGEST) return likeness;
  const folded = foldHeader(header);
  const { exact, byWord } = indexOf(layout);
  const words = wordsOf(folded);
  if (words.size > MOST_WORDS) return likeness;
  const common = new Map<Name, number>();
  for (const word of words) for (const name of byWord.get(word) ?? []) common.set(name, (common.get(name) ?? 0) + 1);
  for (const [{ field, size }, shared] of common)
    likeness.set(field, Math.max(likeness.get(field) ?? 0, (0.95 * 2 * shared) / (words.size + size)));
  for (const { field, likeness: of } of exact.get(folded) ?? []) likeness.set(field, of);
  for (const { field } of exact.get(nameBeforeTax(folded) ?? '') ?? [])
    if (field.type === 'vnd') likeness.set(field, 1 - A_NAME_LATER / 2);
  return likeness;
}
