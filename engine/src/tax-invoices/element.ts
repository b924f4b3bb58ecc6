import { Problem } from '../problem.ts';
import { TAX_REFUSALS, type TaxRefusalCode } from './tax-refusals.ts';

/** An element of XML as the rules see it: local names alone, and the text that lies in it directly. */
export type XmlElement = {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
};

/** A refusal of one file or one invoice; `place` is told behind the sentence. */
export const taxRefusal = (code: TaxRefusalCode, place?: string): Problem =>
  new Problem(code, place === undefined ? TAX_REFUSALS[code] : `${TAX_REFUSALS[code].replace(/\.$/, '')}: ${place}.`);

/** The only child of that name; undefined when there is none or it is empty. Throws VALUE_TWICE for a second one. */
function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  if (parent === undefined) return undefined;
  let found: XmlElement | undefined;
  for (const child of parent.children) {
    if (child.name !== name) continue;
    if (found) throw taxRefusal('VALUE_TWICE', `«${parent.name}/${name}»`);
    found = child;
  }
  return found;
}

export const childrenOf = (parent: XmlElement | undefined, name: string): readonly XmlElement[] =>
  parent === undefined ? [] : parent.children.filter((child) => child.name === name);

/** The element at the end of a way of only children. */
export const at = (root: XmlElement | undefined, ...way: readonly string[]): XmlElement | undefined =>
  way.reduce<XmlElement | undefined>(childOf, root);

/** The value of a child: its text without the space around it; null when absent or empty. Throws VALUE_NESTED for elements in it. */
export function textOf(parent: XmlElement | undefined, name: string): string | null {
  const child = childOf(parent, name);
  if (child === undefined) return null;
  if (child.children.length > 0) throw taxRefusal('VALUE_NESTED', `«${parent!.name}/${name}»`);
  const text = child.text.trim();
  return text === '' ? null : text;
}
