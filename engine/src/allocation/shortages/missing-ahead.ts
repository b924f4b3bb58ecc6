import type { Compiled } from '../compile.ts';
import { compareRatios, type Micro } from '../micro.ts';
import type { Part } from '../pins.ts';
import { scaled, type Units } from '../units.ts';

/**
 * The quantity that short lines of the same connected goods miss and that aims (a) and (b) serve before a line, or
 * together with it: stock that arrives for the line may go to them first. In base-unit millionths of the line, rounded
 * up; `undefined` where there is no common unit.
 *
 * Why that is enough: were the line still short after this much and its own need arrived where it can use it, it would
 * lie in a tight set of lines at least as good, which cannot miss more than all such lines together do.
 */
export function missingAhead(c: Compiled, units: Units, parts: readonly Part[]): (line: number) => Micro | undefined {
  const missing = c.lineQuantity.slice();
  for (const part of parts) missing[part.line]! -= part.lineQuantity;
  const shortOf: number[][] = [];
  for (let line = 0; line < missing.length; line++) {
    const component = units.componentOfItem[c.lineItem[line]!]!;
    if (missing[line]! <= 0 || component < 0 || units.components[component]?.exact !== true) continue;
    shortOf[component] ??= [];
    shortOf[component]!.push(line);
  }
  const ahead = new Float64Array(missing.length).fill(-1);
  shortOf.forEach((lines, component) => {
    const { divisor } = units.components[component]!;
    const inUnit = (micro: Micro, line: number): number => scaled(micro, units.itemScale[c.lineItem[line]!]!, divisor);
    const full = (line: number): number => inUnit(c.lineQuantity[line]!, line);
    const order = (a: number, b: number): number =>
      c.linePriority[a]! - c.linePriority[b]! || compareRatios(c.lineAmount[b]!, full(b), c.lineAmount[a]!, full(a));
    lines.sort((a, b) => order(a, b) || a - b);
    let before = 0;
    for (let from = 0; from < lines.length; ) {
      let to = from;
      let tied = 0;
      for (; to < lines.length && order(lines[from]!, lines[to]!) === 0; to++) {
        tied += Math.ceil(inUnit(missing[lines[to]!]!, lines[to]!));
      }
      before += tied;
      for (let at = from; at < to; at++) {
        const line = lines[at]!;
        const others = before - Math.ceil(inUnit(missing[line]!, line));
        ahead[line] = others <= 0 ? 0 : inBaseUnits(others, divisor, units.itemScale[c.lineItem[line]!]!);
      }
      from = to;
    }
  });
  return (line) => (ahead[line]! < 0 ? undefined : ahead[line]!);
}

function inBaseUnits(amount: number, divisor: number, scale: number): Micro {
  const product = amount * divisor;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.ceil(product / scale);
  return Number((BigInt(amount) * BigInt(divisor) + BigInt(scale) - 1n) / BigInt(scale));
}
