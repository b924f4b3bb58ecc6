import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import golden from '../../golden/shared-inventory/rows.json' with { type: 'json' };
import { formatQuantity, parseFactor, parseQuantity } from '../quantity.ts';
import { actionTowards, sharedInventoryCan } from './period-can.ts';
import { type SharedInventoryInput, shareInventory } from './share.ts';

type Given = {
  readonly amis: Readonly<Record<string, string>>;
  readonly bravo: Readonly<Record<string, string>>;
  readonly links: readonly string[];
};

/** "SP1=VT1×1/24" connects product SP1 and item VT1; "SP1=VT1×?" without a factor. Stock: "10 hộp 500000" or "10 hộp". */
function inputOf({ amis, bravo, links }: Given): SharedInventoryInput {
  const stock = ([code, text]: [string, string]) => {
    const [quantity, unit = '', value = '0'] = text.split(' ');
    return { code, name: code, unit, quantity: parseQuantity(quantity!), value: Number(value) };
  };
  return {
    products: Object.entries(amis).map(stock),
    items: Object.entries(bravo).map(stock),
    connections: links.map((connection) => {
      const [product = '', item = '', factor = ''] = connection.split(/[=×]/);
      return { product, item, factor: factor === '?' ? undefined : parseFactor(factor) };
    }),
  };
}

const rowsOf = (given: Given): string[] =>
  shareInventory(inputOf(given)).map(
    (row) =>
      `${row.products.map((one) => one.code).join('+')} | ${row.items.map((one) => one.code).join('+')} | AMIS ${formatQuantity(row.amisQuantity)} ${row.unit}, Bravo ${row.bravoQuantity === undefined ? '?' : formatQuantity(row.bravoQuantity)}, chung ${formatQuantity(row.shared)} = ${row.value} đồng | ${row.state}`,
  );

test.each(golden)('$name', ({ given, expect: rows }) => {
  expect(rowsOf(given as unknown as Given)).toEqual(rows);
});

test('every product and item with stock is in exactly one row, and nothing is shared that either side lacks', () => {
  const quantity = fc.integer({ min: -20, max: 50 }).map((n) => parseQuantity(String(n)));
  const codes = (prefix: string) => fc.integer({ min: 1, max: 6 }).map((n) => `${prefix}${n}`);
  const input: fc.Arbitrary<SharedInventoryInput> = fc.record({
    products: fc.uniqueArray(
      fc.record({ code: codes('SP'), name: fc.constant(''), unit: fc.constant(''), quantity, value: fc.nat(1000) }),
      {
        selector: (one) => one.code,
      },
    ),
    items: fc.uniqueArray(fc.record({ code: codes('VT'), name: fc.constant(''), unit: fc.constant(''), quantity }), {
      selector: (one) => one.code,
    }),
    connections: fc.uniqueArray(
      fc.record({
        product: codes('SP'),
        item: codes('VT'),
        factor: fc.constantFrom('1', '2', '1/3', undefined).map((text) => text && parseFactor(text)) as fc.Arbitrary<
          ReturnType<typeof parseFactor> | undefined
        >,
      }),
      { selector: (one) => `${one.product}/${one.item}` },
    ),
  });
  fc.assert(
    fc.property(input, (given) => {
      const rows = shareInventory(given);
      const [products, items] = [rows.flatMap((row) => row.products), rows.flatMap((row) => row.items)].map((list) =>
        list.map((one) => one.code),
      );
      expect(new Set(products).size).toBe(products!.length);
      expect(new Set(items).size).toBe(items!.length);
      for (const one of given.products) if (one.quantity !== 0n) expect(products).toContain(one.code);
      for (const one of given.items) if (one.quantity !== 0n) expect(items).toContain(one.code);
      for (const row of rows) {
        expect(row.shared).toBeGreaterThanOrEqual(0n);
        if (row.shared > 0n) expect(row.shared <= row.amisQuantity && row.shared <= row.bravoQuantity!).toBe(true);
        if (row.difference !== undefined) expect(row.difference).toBe(row.amisQuantity - row.bravoQuantity!);
      }
      expect(
        shareInventory({ ...given, products: given.products.toReversed(), items: given.items.toReversed() }).map(
          (row) => row.state,
        ),
      ).toEqual(rows.map((row) => row.state));
    }),
  );
});

describe('a shared inventory period', () => {
  const allowed = (status: string) =>
    Object.entries(sharedInventoryCan).flatMap(([action, can]) => (can({ status }) ? [action] : []));

  test('allows actions by its status', () => {
    expect(allowed('draft')).toEqual(['edit', 'load', 'delete']);
    expect(allowed('loaded')).toEqual(['edit', 'load', 'generate', 'delete']);
    expect(allowed('generated')).toEqual(['edit', 'load', 'generate', 'lock', 'delete']);
    expect(allowed('locked')).toEqual(['unlock']);
  });

  test('is locked and unlocked only between generated and locked', () => {
    expect(actionTowards('generated', 'locked')).toBe('lock');
    expect(actionTowards('locked', 'generated')).toBe('unlock');
    expect(actionTowards('draft', 'locked')).toBeUndefined();
    expect(actionTowards('locked', 'draft')).toBeUndefined();
  });
});
