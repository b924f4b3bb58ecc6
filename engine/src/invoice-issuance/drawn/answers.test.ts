import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fateOf, referenceOf } from '../amis-ledger/reference-words.ts';
import { canonical, compareNatural, inOneOrder } from '../canonical-input.ts';
import { changeCustomer } from '../invoices/change-of-customer.ts';
import { planInvoices } from '../plan.ts';
import { preflight } from '../preflight/preflight.ts';
import { PLAN_CODES } from '../preflight/preflight-plan.ts';
import { RULE_KINDS } from '../rules/invoice-rules.ts';
import { namingOf } from '../rules/naming.ts';
import { readRules } from '../rules/read-rules.ts';
import { rulesInUse } from '../rules/rules-in-use.ts';
import { SHIPPED_RULES } from '../rules/shipped-rules.ts';
import type { IssuancePlan, PlannedInvoice, Warning } from '../types.ts';
import { circleInput } from './circle-fixture.ts';
import { told } from './text-fixture.ts';

/*
 * Small questions that a plan does not ask, put in many ways, have the answers that were last agreed to. `vitest -u`
 * writes them anew, to be read line by line.
 */
const agreed = (name: string): string => `../../../golden/drawn/${name}.txt`;
const digest = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);

/** The answer to a question, or the words with which it is refused. */
function answerOf(ask: () => unknown): string {
  try {
    return told(ask()) ?? 'nothing';
  } catch (error) {
    return `refused ${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
}

/** A question put in many ways: each answer once, in words, and a digest of which way has which. */
const summed = (name: string, answers: readonly string[]): string =>
  `${name}: ${digest(answers)} ${[...new Set(answers)].join(' | ')}`;

/** Values that people put where others belong. */
const WRONG: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    ' ',
    'x',
    '8',
    '10',
    'KHAC',
    'AA',
    'a',
    '11',
    0,
    1,
    -1,
    1.5,
    60,
    61,
    999,
    1000,
    true,
    [],
    {},
  ],
  ...[['10', '10'], ['9'], ['KHAC:7'], '2026-02-30', '2026-12-31', '0001-01-01', 'x'.repeat(200), 'x'.repeat(201)],
  ...['x'.repeat(1001), { by: 'An', on: '2026-01-01' }, { by: '', on: 'mai' }],
  ...[[{ from: 1 }], [{ from: 1, lateSale: { low: 2, high: 1 }, lateLight: { low: 0, high: 1e13 } }]],
];

test('a set of rules with one wrong value is refused in the words agreed to', async () => {
  const text = RULE_KINDS.flatMap((kind) => {
    const all = SHIPPED_RULES[kind] as readonly Record<string, unknown>[];
    return [0, all.length - 1].flatMap((at) =>
      Object.keys(all[at]!).map((field) => {
        const answers = WRONG.map((value) => {
          const changed = all.map((rule, n) => (n === at ? { ...rule, [field]: value } : rule));
          const read = readRules({ ...SHIPPED_RULES, [kind]: changed });
          return 'problems' in read ? told(read.problems.map(({ path, message }) => `${path}: ${message}`)) : 'taken';
        });
        return summed(`${kind}.${at}.${field}`, answers);
      }),
    );
  });
  const wholes = [...WRONG, { ...SHIPPED_RULES, deadlines: [] }, { ...SHIPPED_RULES, other: [] }].map(
    (value) => `whole ${told(value)?.slice(0, 40)}: ${digest([answerOf(() => readRules(value))])}`,
  );
  const lists = RULE_KINDS.flatMap((kind) =>
    [undefined, {}, [], [7], Array.from({ length: 501 }, () => SHIPPED_RULES[kind][0])].map((list) => {
      const read = readRules({ ...SHIPPED_RULES, [kind]: list });
      return `list ${kind} ${told(list)?.slice(0, 40)}: ${'problems' in read ? told(read.problems.slice(0, 3)) : 'taken'}`;
    }),
  );
  const twice = RULE_KINDS.map((kind) => {
    const read = readRules({ ...SHIPPED_RULES, [kind]: [...SHIPPED_RULES[kind], SHIPPED_RULES[kind].at(-1)!] });
    return `twice ${kind}: ${'problems' in read ? told(read.problems) : 'taken'}`;
  });
  await expect([...text, ...wholes, ...lists, ...twice].join('\n')).toMatchFileSnapshot(agreed('wrong-rules'));
});

/** Parts of the sentences with which installations of AMIS tell of other invoices. */
const BEGINNINGS = ['', 'Bị ', 'Xuất bán; '];
const VERBS = ['thay thế', 'điều chỉnh', 'điều chỉnh giảm', 'Điều chỉnh tăng đơn giá', 'hủy', 'đã xóa bỏ'];
const NOUNS = [' cho hóa đơn', ' cho các HĐ GTGT', ' hóa đơn điện tử mẫu số 1', ' thông tin trên bảng kê', ' đơn hàng'];
const NAMES = [
  ...[
    ' số 00000123',
    ' số: 12, 13 và 14',
    ' ký hiệu 1C26TYY số 7 ngày 05/09/2026',
    ' số 7 ký hiệu C26TYY',
    ' 12, 3 thùng',
  ],
  ...[
    ' số 5 đến số 9',
    ' số 9 đến 5',
    ' số 1 đến 900',
    ' số 12/2026',
    ' số 4 ngày 31/02/2026',
    ' số 4 ngày 5 tháng 9 năm 2026',
  ],
  ...[
    ' kèm bảng kê số 01/BK-ĐCTT ngày 30/11/2026',
    ' số 8 và 9 kèm bảng kê 01/BK-ĐCTT số 3',
    ' mẫu số 1 ký hiệu K26TAB số 00000009.',
  ],
  ...[
    ' số 3, số 3, mẫu hóa đơn số 2 số 6',
    ' ngày 1-9-2026 số 44',
    ' số 123456789',
    ' (số 2 ngày 03.09.2026; số 4 ngày 04.09.2026)',
    '',
  ],
];

test('words about other invoices are understood as agreed to', async () => {
  const text = BEGINNINGS.flatMap((beginning) =>
    VERBS.flatMap((verb) =>
      NOUNS.flatMap((noun) =>
        NAMES.flatMap((name) => {
          const words = `${beginning}${verb}${noun}${name}`;
          const [fate, reference] = [fateOf(words), referenceOf(words)];
          return fate || reference ? [`${words}: ${fate ?? '-'} ${told(reference) ?? '-'}`] : [];
        }),
      ),
    ),
  );
  await expect(text.join('\n')).toMatchFileSnapshot(agreed('words'));
});

test('buyers are named, or not, as agreed to', async () => {
  const long = `Công ty cổ phần sản xuất chi nhánh Việt Nam phường 1 thành phố khu công nghiệp ${'trách nhiệm hữu hạn '.repeat(18)}`;
  const identities = [
    undefined,
    { personalId: '001085012345' },
    { passport: 'B1' },
    { passport: 'B'.repeat(21), nationality: 'Lào' },
  ];
  const more = [{ budgetCode: '1056789' }, { budgetCode: '12' }, { personalId: '12', nationality: 'Lào' }];
  const text = ['', 'An', 'Cty An', long, long + long].flatMap((name) =>
    ['', 'Hà Nội', 'phường Trung tâm '.repeat(30)].flatMap((address) =>
      ['', '0101243150', '0101243150-001-9'].flatMap((taxCode) =>
        [...identities, ...more].map((identity) => {
          const buyer = {
            ...{ source: 'connection' as const, customerCode: 'C1', bravoPartnerCode: 'KH1', phone: '', email: '' },
            ...{ name, address, taxCode, ...(identity && { identity }) },
          };
          const answers = [true, false, null].flatMap((isOrganisation) =>
            ['2026-06-30', '2026-07-01'].map((day) => told(namingOf({ buyer, isOrganisation }, day)).slice(0, 160)),
          );
          return summed(`${name.length} ${address.length} «${taxCode}» ${told(identity)}`, answers);
        }),
      ),
    ),
  );
  await expect(text.join('\n')).toMatchFileSnapshot(agreed('naming'));
});

const months = Array.from({ length: 24 }, (_, n) => {
  const input = circleInput(n);
  return { input, plan: planInvoices(input) };
});

test('customers are changed, or refused, as agreed to', async () => {
  const text = months.flatMap(({ input, plan }, n) => {
    const states: ((invoice: PlannedInvoice) => PlannedInvoice)[] = [
      (invoice) => invoice,
      (invoice) => ({ ...invoice, status: 'exported' }),
      (invoice) => ({ ...invoice, date: '2026-06-30' }),
    ];
    return plan.invoices.slice(0, 2).map((invoice) => {
      const books = input.profiles.find(({ terms }) => terms.code === invoice.profile)!;
      const partner = input.bravoPartners.find(({ code }) => code === invoice.buyer.bravoPartnerCode)!;
      const answers = [...books.customers.map(({ code }) => code), 'X'].flatMap((code) =>
        ['', ' ', 'Khách nhờ'].flatMap((reason) =>
          states.map((state) => {
            const answer = answerOf(() => changeCustomer(state(invoice), code, reason, books, partner));
            return answer.startsWith('{') ? digest([answer]) : answer;
          }),
        ),
      );
      return summed(`${n} ${invoice.key}`, answers);
    });
  });
  await expect(text.join('\n')).toMatchFileSnapshot(agreed('customers'));
});

test('rules in use and records in their order are as agreed to', async () => {
  const days = [
    ['2025-05-20', '2025-06-10'],
    ['2025-12-20', '2026-01-20'],
    ['2026-06-15', '2026-07-01'],
    ['2026-07-01', '2026-07-31'],
    ['2026-12-01', '2027-01-31'],
  ] as const;
  const texts = months.slice(0, 8).map(({ input }, n) => {
    const lower = input.profiles.map((books) => ({
      ...books,
      inventory: books.inventory.map((row, i) => (i % 2 ? { ...row, product: row.product.toLowerCase() } : row)),
      products: books.products.filter((_, i) => i !== n % 5),
      customers: books.customers.slice(1),
      purchases: books.purchases.map((one, i) => (i ? one : { ...one, product: `x${one.product}`, warehouse: 'k2' })),
      salesLedger: [],
    }));
    const { reserved = [], later = [] } = input.otherPeriods ?? {};
    const held = reserved.map((one) => ({ ...one, product: one.product.toLowerCase(), warehouse: 'k1' }));
    const others = later.map((one) => ({ ...one, held: one.held.map((own) => ({ ...own, product: 'sp1' })) }));
    const given = { ...input, lines: input.lines.toReversed(), profiles: lower };
    const { input: spelt } = canonical({ ...given, otherPeriods: { reserved: held, later: others } }, undefined);
    const spelled = inOneOrder(spelt);
    return `spelled ${n}: ${digest([told(spelled)])}`;
  });
  const used = days.flatMap(([fromDate, toDate]) =>
    [fromDate, toDate, '2026-12-31'].map((issueDay) => {
      const period = { ...months[0]!.input.period, fromDate, toDate, issueDay };
      return `rules ${fromDate} to ${toDate} on ${issueDay}: ${told(rulesInUse({ ...months[0]!.input, period }))}`;
    }),
  );
  const codes = ['A2', 'A10', 'A2B', '10', '9', '', 'a', 'A02', 'A:1', 'A/1'];
  const order = codes.map((a) => `order ${a}: ${codes.map((b) => Math.sign(compareNatural(a, b))).join(' ')}`);
  await expect([...texts, ...used, ...order].join('\n')).toMatchFileSnapshot(agreed('order'));
});

test('every warning of a plan, alone and with others, is told in the words agreed to', async () => {
  const { input, plan } = months.find((one) => one.plan.invoices.length > 2)!;
  const [first, second] = plan.invoices as [PlannedInvoice, PlannedInvoice];
  const of = (code: string, more: Partial<Warning>): Warning => ({ code, message: `Lời của ${code}.`, ...more });
  const places: readonly Partial<Warning>[][] = [
    [{ invoice: first.key, profile: first.profile }],
    [{ invoice: first.key }, { invoice: second.key, profile: second.profile }],
    [{ line: input.lines[0]!.id }, { profile: 'A' }, {}],
    [{ about: [{ kind: 'line', id: input.lines[0]!.id }] }],
    [
      {
        about: [
          { kind: 'line', id: input.lines[0]!.id },
          { kind: 'profile', id: 'A' },
        ],
        profile: 'B',
      },
    ],
  ];
  const text = [...PLAN_CODES, 'OTHER', 'INVOICE_DIFFERS_FROM_AMIS'].flatMap((code) =>
    places.map((own, n) => {
      const warned: IssuancePlan = { ...plan, warnings: own.map((more) => of(code, more)) };
      return `${code} ${n}: ${told(preflight(input, warned).filter((finding) => finding.code === code))}`;
    }),
  );
  await expect(text.join('\n')).toMatchFileSnapshot(agreed('warnings'));
});
