import type { AllocationInstance } from '@khop/engine/allocation/types.ts';
import loadHighs from 'highs';
import { unitsOf } from './instances.ts';

/** A variable of the model: how much of a line a lot serves, in Bravo base units. */
type Draw = { readonly name: string; readonly line: number; readonly lot: number; readonly factor: number };

// The package's types describe its CommonJS form, where the loader is a property; Node imports the loader itself.
const load = loadHighs as unknown as typeof loadHighs.default;
type Highs = Awaited<ReturnType<typeof load>>;
let loaded: Promise<Highs> | undefined;

/** One solver for all calls. */
export function highs(): Promise<Highs> {
  loaded ??= load();
  return loaded;
}

/** Every (line, lot) that the rules allow, with AMIS units per base unit. */
function drawsOf(instance: AllocationInstance): Draw[] {
  const draws: Draw[] = [];
  instance.lines.forEach((line, l) => {
    instance.lots.forEach((lot, k) => {
      if (lot.availableFrom > line.date || unitsOf(lot.quantity) <= 0 || unitsOf(line.quantity) <= 0) return;
      if (line.profiles && !line.profiles.includes(lot.profile)) return;
      const factors = instance.links
        .filter(
          (connection) =>
            connection.item === line.item && connection.profile === lot.profile && connection.product === lot.product,
        )
        .map((connection) => connection.factor)
        .map(({ numerator, denominator }) => Number(numerator) / Number(denominator));
      if (factors.length > 0) draws.push({ name: `x_${l}_${k}`, line: l, lot: k, factor: Math.min(...factors) });
    });
  });
  return draws;
}

const sum = (terms: readonly string[]): string => (terms.length > 0 ? terms.join(' + ') : '0 nothing');

function capacities(instance: AllocationInstance, draws: readonly Draw[]): string[] {
  const rows: string[] = [];
  instance.lines.forEach((line, l) => {
    const mine = draws.filter((draw) => draw.line === l);
    if (mine.length > 0) rows.push(`line_${l}: ${sum(mine.map((draw) => draw.name))} <= ${unitsOf(line.quantity)}`);
  });
  instance.lots.forEach((lot, k) => {
    const mine = draws.filter((draw) => draw.lot === k);
    if (mine.length > 0)
      rows.push(`lot_${k}: ${sum(mine.map((d) => `${d.factor} ${d.name}`))} <= ${unitsOf(lot.quantity)}`);
  });
  return rows;
}

/** The linear-programming optimum of aims (a) and (b), in đồng, found by HiGHS without steps. */
export async function optimum(instance: AllocationInstance): Promise<{ priority1: number; total: number }> {
  const solver = await highs();
  const draws = drawsOf(instance);
  if (draws.length === 0) return { priority1: 0, total: 0 };
  const value = (draw: Draw): string => {
    const line = instance.lines[draw.line]!;
    return `${line.amount / unitsOf(line.quantity)} ${draw.name}`;
  };
  const first = draws.filter((draw) => instance.lines[draw.line]!.priority === 1).map(value);
  const rows = capacities(instance, draws);
  const solve = (objective: readonly string[], more: readonly string[]): number => {
    const model = `Maximize\n obj: ${sum(objective)}\nSubject To\n ${[...rows, ...more].join('\n ')}\nEnd`;
    const answer = solver.solve(model, { output_flag: false });
    if (answer.Status !== 'Optimal') throw new Error(`HiGHS: ${answer.Status}`);
    return answer.ObjectiveValue;
  };
  const priority1 = first.length > 0 ? solve(first, []) : 0;
  const keep = first.length > 0 ? [`keep: ${sum(first)} >= ${priority1 * (1 - 1e-9)}`] : [];
  return { priority1, total: solve(draws.map(value), keep) };
}

/** The fewest (document, profile) pairs of any plan that reaches these amounts, or undefined if HiGHS gives up. */
export async function fewestPairs(
  instance: AllocationInstance,
  reach: { priority1: number; total: number },
  seconds = 20,
): Promise<number | undefined> {
  const solver = await highs();
  const draws = drawsOf(instance);
  if (draws.length === 0) return 0;
  const pairs = new Map<string, string>();
  const openings: string[] = [];
  for (const draw of draws) {
    const line = instance.lines[draw.line]!;
    const lot = instance.lots[draw.lot]!;
    const key = JSON.stringify([line.document, lot.profile]);
    if (!pairs.has(key)) pairs.set(key, `z_${pairs.size}`);
    const most = Math.min(unitsOf(line.quantity), unitsOf(lot.quantity) / draw.factor);
    openings.push(`open_${draw.name}: ${draw.name} - ${most} ${pairs.get(key)} <= 0`);
  }
  const value = (draw: Draw): string => {
    const line = instance.lines[draw.line]!;
    return `${line.amount / unitsOf(line.quantity)} ${draw.name}`;
  };
  const first = draws.filter((draw) => instance.lines[draw.line]!.priority === 1).map(value);
  const names = [...pairs.values()];
  const rows = [
    ...capacities(instance, draws),
    ...openings,
    ...(first.length > 0 ? [`keep1: ${sum(first)} >= ${reach.priority1 - 1}`] : []),
    `keep: ${sum(draws.map(value))} >= ${reach.total - 1}`,
  ];
  const model = `Minimize\n obj: ${sum(names)}\nSubject To\n ${rows.join('\n ')}\nBinary\n ${names.join(' ')}\nEnd`;
  const answer = solver.solve(model, { output_flag: false, time_limit: seconds, mip_rel_gap: 0 });
  return answer.Status === 'Optimal' ? Math.round(answer.ObjectiveValue) : undefined;
}

/**
 * The best that whole steps of 1 on both sides allow, in đồng: most for priority 1, then over all. Undefined when HiGHS
 * does not prove it in time. A draw is a whole number of the smallest quantity that is whole in both units.
 */
export async function steppedOptimum(
  instance: AllocationInstance,
  seconds = 5,
): Promise<{ priority1: number; total: number } | undefined> {
  const solver = await highs();
  const draws = drawsOf(instance).map((draw) => {
    const line = instance.lines[draw.line]!;
    const lot = instance.lots[draw.lot]!;
    const connection = instance.links.find(
      (one) => one.item === line.item && one.profile === lot.profile && one.product === lot.product,
    )!;
    const { numerator, denominator } = connection.factor;
    const value = (line.amount / unitsOf(line.quantity)) * Number(denominator);
    return { ...draw, ofLine: Number(denominator), ofLot: Number(numerator), value };
  });
  if (draws.length === 0) return { priority1: 0, total: 0 };
  const rows = [
    ...instance.lines.map((line, l) => ({
      own: draws.filter((draw) => draw.line === l),
      most: line.quantity,
      key: 'ofLine' as const,
    })),
    ...instance.lots.map((lot, k) => ({
      own: draws.filter((draw) => draw.lot === k),
      most: lot.quantity,
      key: 'ofLot' as const,
    })),
  ].flatMap(({ own, most, key }, index) =>
    own.length > 0 ? [`row_${index}: ${sum(own.map((draw) => `${draw[key]} ${draw.name}`))} <= ${unitsOf(most)}`] : [],
  );
  const solve = (objective: readonly string[], more: readonly string[]): number | undefined => {
    const names = draws.map((draw) => draw.name).join(' ');
    const model = `Maximize\n obj: ${sum(objective)}\nSubject To\n ${[...rows, ...more].join('\n ')}\nGeneral\n ${names}\nEnd`;
    const answer = solver.solve(model, { output_flag: false, time_limit: seconds, mip_rel_gap: 0 });
    return answer.Status === 'Optimal' ? answer.ObjectiveValue : undefined;
  };
  const worth = draws.map((draw) => `${draw.value} ${draw.name}`);
  const first = worth.filter((_, at) => instance.lines[draws[at]!.line]!.priority === 1);
  const priority1 = first.length > 0 ? solve(first, []) : 0;
  if (priority1 === undefined) return undefined;
  const total = solve(worth, first.length > 0 ? [`keep: ${sum(first)} >= ${priority1 - 0.5}`] : []);
  return total === undefined ? undefined : { priority1, total };
}
