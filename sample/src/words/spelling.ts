import type { Good } from '../model.ts';
import type { Random } from '../random.ts';
import { unitSpellings } from './vocabulary-goods.ts';

/** "Nước rửa chén" → "Nuoc rua chen". */
export const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D');

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** "180ml" → "180 ML", "1.5L" → "1,5 lít", "1500ml" …: the same size in another hand. */
function otherSize(size: string, random: Random): string {
  const litres = /^(\d+(?:\.\d+)?)L$/.exec(size)?.[1];
  const millilitres = /^(\d+)ml$/.exec(size)?.[1];
  if (litres !== undefined) {
    const [whole = '0', fraction = ''] = litres.split('.');
    return random.pick([
      `${litres.replace('.', ',')} lít`,
      `${litres}l`,
      `${Number(whole + fraction.padEnd(3, '0'))}ml`,
    ]);
  }
  if (millilitres !== undefined) return random.pick([`${millilitres} ML`, `${millilitres} ml`, `${millilitres}Ml`]);
  return size.replace(' x ', random.pick(['x', '*', ' x ']));
}

/** The name that Bravo's clerks gave to the goods: shortened, reordered, often without marks. */
export function bravoNameOf(good: Good, random: Random): string {
  const category = good.category;
  if (!category) return good.name;
  const noun = random.chance(300) ? category.short : category.noun;
  const size = random.chance(450) ? otherSize(good.size, random) : good.size;
  const pack =
    good.carton > 1 && random.chance(300) ? random.pick([`(T${good.carton})`, `(${good.carton}/thùng)`]) : '';
  const [brand, variant, model] = [good.brand, good.variant, good.model];
  const name = random.chance(650)
    ? joined([noun, brand, model, variant, size, pack])
    : random.pick([
        joined([brand, noun, variant, model, size, pack]),
        joined([noun, variant, brand, size, model, pack]),
        joined([noun, model, size, brand, variant]),
      ]);
  const marked = random.chance(220) ? withoutMarks(name) : name;
  return random.chance(180) ? marked.toUpperCase() : marked;
}

/** The name in one profile's AMIS: nearer to the label, with the slips of hand-kept lists. */
export function amisNameOf(good: Good, random: Random): string {
  const { category, brand, variant, model, size } = good;
  const pack = good.carton > 1 && random.chance(250) ? `(thùng ${good.carton})` : '';
  let name = joined([good.name, pack]);
  if (category && random.chance(150)) {
    name = random.pick([
      joined([category.noun, model, variant, brand, size, pack]),
      joined([category.noun, brand, model, size, variant, pack]),
      joined([category.short, brand, model, variant, size]),
    ]);
  }
  if (random.chance(60)) name = name.replace(' ', '  ');
  if (random.chance(50)) name = withoutMarks(name);
  if (random.chance(80)) name = name.toUpperCase();
  if (random.chance(30)) name = `${name}\n`;
  return name;
}

export function otherUnit(unit: string, random: Random): string {
  return random.chance(150) ? random.pick(unitSpellings[unit] ?? [unit]) : unit;
}

/** A phone number in the form of real lists. */
export function phoneText(phone: string, contact: string, random: Random): string {
  if (random.chance(120)) return `${random.pick(['Chị', 'Anh', 'Cô'])} ${contact}: ${phone}`;
  return random.chance(250) ? `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}` : phone;
}
