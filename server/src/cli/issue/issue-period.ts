import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FOLLOWS_SWAPS, suspension } from '@khop/contract/amis/resources.ts';
import { basisDetails, partyDetails, refuseBadBasis } from '@khop/contract/invoice-issuance/bases.ts';
import { addDays, type Day, isDay } from '@khop/engine/day.ts';
import { folderKey, isFolderName } from '@khop/engine/folder-names.ts';
import type { IssuingBasis } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { INCIDENT_KINDS } from '@khop/engine/invoice-issuance/rules/incidents.ts';
import { type InvoiceRules, RULE_KINDS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { readRules } from '@khop/engine/invoice-issuance/rules/read-rules.ts';
import { SHIPPED_RULES } from '@khop/engine/invoice-issuance/rules/shipped-rules.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import { z } from 'zod';
import { invalidValue } from '../../invalid-values.ts';
import { withContractFiles } from './issue-contracts.ts';
import { unknownKeys } from './issue-period-keys.ts';

/** Wrong fields that are named; who mends these sees at the next run what is left. */
const MOST_NAMED = 10;

const day = z.string().refine(isDay, 'cần ngày dạng YYYY-MM-DD');
const maybeDay = day.nullish().transform((value) => value ?? undefined);
const account = z.string().min(1);
const maybeMoment = z.iso
  .datetime({ offset: true })
  .nullish()
  .transform((value) => (value ? new Date(value).toISOString() : undefined));

const profileSchema = z.object({
  // Names the profile's folder, here and in the zip.
  code: z
    .string()
    .min(1)
    .refine((code) => !/[\\/]/.test(code), 'không được có dấu / hoặc \\')
    .refine(isFolderName, 'không đặt tên thư mục được trên Windows (CON, NUL, COM1…, hay kết thúc bằng dấu chấm)'),
  name: z.string(),
  taxCode: z.string().default(''),
  address: z.string().default(''),
  invoiceForm: z.string().default('1'),
  invoiceSymbol: z.string().default(''),
  voucherPrefix: z.string().default(''),
  defaultWarehouseCode: z.string().default(''),
  excludedWarehouseCodes: z.array(z.string()).default([]),
  accounts: z.object({ receivable: account, revenue: account, vat: account, cogs: account, inventory: account }),
  chart: z.array(account).optional(),
  maxLinesPerInvoice: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .transform((value) => value ?? 0),
  lockedThrough: maybeDay,
  lastIssuedDate: maybeDay,
  exportLayout: z.string().default('amis-sales-voucher'),
  saturdayIsWorking: z.boolean().optional(),
  followsSwaps: z.enum(FOLLOWS_SWAPS).optional(),
  suspensions: z.array(suspension).optional(),
  isActive: z.boolean().default(true),
  warehouses: z.record(z.string(), z.string().min(1)).default({}),
  stockMadeAt: maybeMoment,
  salesLedgerMadeAt: maybeMoment,
});

/**
 * The folder's own dated rules; a kind that is left out is as it ships, and so are the sources of a rule that names
 * none.
 */
const datedRules = z.partialRecord(
  z.enum(RULE_KINDS),
  z.array(z.looseObject({ source: z.string().default('period.json'), reference: z.string().default('') })),
);

const incidentSchema = z
  .object({
    profile: z.string().min(1),
    kind: z.enum(INCIDENT_KINDS),
    fromDate: day,
    endedOn: day,
    evidence: z.string().min(1),
  })
  .refine(({ fromDate, endedOn }) => fromDate <= endedOn, { path: ['endedOn'], message: 'không được trước fromDate' });

const rulesSchema = z.object({
  aggregateConsumersPerDay: z.boolean().default(false),
  cancelledDocStatuses: z.array(z.string()).default([]),
  internalPartnerCodes: z.array(z.string()).default([]),
  divisibleUnits: z.array(z.string()).default([]),
  consolidatedMonthly: z.array(z.string()).optional(),
  consolidatedQuarterly: z.array(z.string()).optional(),
  discountsOnNextPurchase: z.boolean().optional(),
  incidents: z.array(incidentSchema).optional(),
  dated: datedRules.optional(),
});

/** As in calls, with the codes of profiles. */
const basisSchema = z
  .object({
    ...basisDetails,
    profile: z.string().min(1),
    contractFile: z.string().min(1).optional(),
    counterparty: z.object({ profile: z.string().min(1).optional(), ...partyDetails }).optional(),
  })
  .superRefine(refuseBadBasis(({ contractFile: _name, ...basis }) => basis));

const periodFields = z.object({
  name: z.string(),
  fromDate: day,
  toDate: day,
  today: maybeDay,
  plannedInvoiceDate: maybeDay,
  profiles: z.array(profileSchema).min(1),
  issuers: z.record(z.string(), z.array(z.string())).default({}),
  bases: z
    .array(basisSchema)
    .nullish()
    .transform((value) => value ?? undefined),
  rules: rulesSchema.prefault({}),
});

const periodSchema = periodFields
  .refine((period) => period.fromDate <= period.toDate, { path: ['toDate'], message: 'không được trước fromDate' })
  .refine(({ profiles }) => new Set(profiles.map((one) => folderKey(one.code))).size === profiles.length, {
    path: ['profiles'],
    message: 'có hai hồ sơ cùng mã, hoặc mã chỉ khác nhau ở chữ hoa, chữ thường (thư mục của chúng đè lên nhau)',
  })
  .superRefine(({ profiles }, context) => {
    // One moment alone does not say what the stock report contains.
    for (const [index, { stockMadeAt, salesLedgerMadeAt }] of profiles.entries()) {
      if ((stockMadeAt === undefined) === (salesLedgerMadeAt === undefined)) continue;
      const [missing, given] = stockMadeAt
        ? ['salesLedgerMadeAt', 'stockMadeAt']
        : ['stockMadeAt', 'salesLedgerMadeAt'];
      const message = `đang thiếu: đã ghi «${given}» thì phải ghi cả hai, hoặc bỏ cả hai nếu các tệp lấy cùng lúc`;
      context.addIssue({ code: 'custom', path: ['profiles', index, missing!], message });
    }
  })
  .superRefine(({ profiles, bases = [] }, context) => {
    const codes = profiles.map((one) => one.code);
    for (const [index, { profile, counterparty }] of bases.entries())
      for (const [code, path] of [
        [profile, ['profile']],
        [counterparty?.profile ?? profile, ['counterparty', 'profile']],
      ] as const) {
        if (codes.includes(code)) continue;
        const message = `ghi «${code}», không phải hồ sơ nào trong «profiles» (${codes.join(', ')})`;
        context.addIssue({ code: 'custom', path: ['bases', index, ...path], message });
      }
  })
  .superRefine(({ profiles, rules: { incidents = [] } }, context) => {
    const codes = profiles.map((one) => one.code);
    for (const [index, { profile }] of incidents.entries()) {
      if (codes.includes(profile)) continue;
      const message = `ghi «${profile}», không phải hồ sơ nào trong «profiles» (${codes.join(', ')})`;
      context.addIssue({ code: 'custom', path: ['rules', 'incidents', index, 'profile'], message });
    }
  })
  .superRefine(({ profiles, issuers }, context) => {
    const codes = profiles.map((one) => one.code);
    for (const [branch, own] of Object.entries(issuers))
      own.forEach((code, index) => {
        if (codes.includes(code)) return;
        const message = `ghi «${code}», không phải hồ sơ nào trong «profiles» (${codes.join(', ')})`;
        context.addIssue({ code: 'custom', path: ['issuers', branch, index], message });
      });
  });

type PeriodFile = Omit<z.output<typeof periodSchema>, 'rules' | 'today' | 'plannedInvoiceDate' | 'bases'> & {
  readonly bases: readonly IssuingBasis[] | undefined;
  /** The day on which the invoices are made: the day after the period unless the file says otherwise. */
  readonly issueDay: Day;
  readonly rules: Omit<z.output<typeof periodSchema>['rules'], 'dated'>;
  readonly invoiceRules: InvoiceRules;
  readonly warnings: readonly Warning[];
};

/**
 * Reads period.json, with a warning for every name in it that is not read. Throws FILE_NOT_FOUND, or BAD_PERIOD_FILE with the
 * fields that are wrong and what they should be.
 */
export async function readPeriod(path: string): Promise<PeriodFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Problem('FILE_NOT_FOUND', `Không thấy tệp «${path}».`, { path });
    throw Object.assign(error, { path });
  });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Problem('BAD_PERIOD_FILE', 'Tệp period.json không phải JSON hợp lệ.');
  }
  const parsed = periodSchema.safeParse(json, { error: invalidValue });
  if (!parsed.success) {
    const { issues } = parsed.error;
    const wrong = issues.slice(0, MOST_NAMED).map(({ path, message }) => `mục «${path.join('.')}» ${message}`);
    const more = issues.length > MOST_NAMED ? `; và ${issues.length - MOST_NAMED} mục nữa` : '';
    throw new Problem('BAD_PERIOD_FILE', `Tệp period.json, ${wrong.join('; ')}${more}.`);
  }
  const { today, plannedInvoiceDate, ...period } = parsed.data;
  const { dated, ...rules } = period.rules;
  const issueDay = today ?? plannedInvoiceDate ?? addDays(period.toDate, 1);
  const bases = await withContractFiles(dirname(path), period.bases?.map(withSuspensions(period.profiles)));
  return { ...period, bases, issueDay, rules, invoiceRules: readDated(dated), warnings: unreadKeys(json as RawPeriod) };
}

type Written = z.output<typeof basisSchema>;

/** The other side of a basis with its own suspensions, where it is a profile of the folder. */
const withSuspensions =
  (profiles: z.output<typeof periodSchema>['profiles']) =>
  (basis: Written): Written & Pick<IssuingBasis, 'counterparty'> => {
    const other = profiles.find(({ code }) => code === basis.counterparty?.profile);
    return other?.suspensions
      ? { ...basis, counterparty: { ...basis.counterparty, suspensions: other.suspensions } }
      : basis;
  };

type RawPeriod = { readonly profiles: readonly { readonly accounts: object }[]; readonly rules?: object };

/** Of a file whose shape is right. A profile's logo is the screens' own. */
function unreadKeys(file: RawPeriod): Warning[] {
  const { accounts, ...profile } = profileSchema.shape;
  return [
    ...unknownKeys(file, Object.keys(periodFields.shape), ''),
    ...unknownKeys(file.rules ?? {}, Object.keys(rulesSchema.shape), 'rules.'),
    ...file.profiles.flatMap((own, index) => [
      ...unknownKeys(own, [...Object.keys(profile), 'accounts', 'logoUrl'], `profiles.${index}.`),
      ...unknownKeys(own.accounts, Object.keys(accounts.shape), `profiles.${index}.accounts.`),
    ]),
  ];
}

function readDated(dated: z.output<typeof datedRules> | undefined): InvoiceRules {
  const given = Object.entries(dated ?? {}).map(([kind, own]) => [
    kind,
    own.map((rule) => ({ confirmed: null, ...rule })),
  ]);
  const read = readRules({ ...SHIPPED_RULES, ...Object.fromEntries(given) });
  if ('rules' in read) return read.rules;
  const { path, message } = read.problems[0]!;
  throw new Problem('BAD_PERIOD_FILE', `Tệp period.json, mục «rules.dated.${path}»: ${message}`);
}
