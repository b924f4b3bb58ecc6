import type { DayFacts } from '../bravo/day-facts.ts';
import type { SalesLine, SalesLineKind } from '../bravo/sales-line.ts';
import type { Day } from '../day.ts';
import { parseFactor, parseQuantity } from '../quantity.ts';
import type { IssuingBasis } from './bases/issuing-basis.ts';
import type { AmisCustomer, AmisSalesEntry, ProfileBooks, ProfileTerms } from './books.ts';
import type { InvoiceRules } from './rules/invoice-rules.ts';
import { SHIPPED_RULES } from './rules/shipped-rules.ts';
import type {
  BravoBuyer,
  Exclusion,
  IssuanceInput,
  IssuanceRules,
  PlannedInvoice,
  ReconciliationDecision,
} from './types.ts';

/**
 * A period in short form, as the golden cases and the tests write it: only what matters to a case is said, everything else
 * takes a plain default (one warehouse K1, VAT 10 %, partners who take no invoice, September 2026).
 */
export type GivenPeriod = {
  readonly issueDay?: string;
  /** First and last day of the period. */
  readonly days?: readonly [Day, Day];
  /** The last day of a hand-over. */
  readonly through?: Day;
  readonly issuers?: Readonly<Record<string, readonly string[]>>;
  /** Absent: own goods, for every issuer of every branch. Null: not stated, as in files of before bases. */
  readonly bases?: readonly IssuingBasis[] | null;
  readonly rules?: Partial<IssuanceRules>;
  /** Dated rules instead of the shipped ones of their kind. */
  readonly invoiceRules?: Partial<InvoiceRules>;
  readonly profiles: readonly GivenProfile[];
  readonly partners?: readonly (Partial<BravoBuyer> & { readonly code: string })[];
  readonly items?: readonly { readonly code: string; readonly unit: string }[];
  readonly lines: readonly GivenLine[];
  readonly exclusions?: readonly Exclusion[];
  readonly kept?: readonly PlannedInvoice[];
  readonly decisions?: readonly ReconciliationDecision[];
  readonly previousVouchers?: Readonly<Record<string, string>>;
};

export type GivenProfile = {
  readonly code: string;
  readonly terms?: Partial<ProfileTerms>;
  readonly products?: readonly {
    readonly code: string;
    readonly name?: string;
    readonly unit?: string;
    readonly kind?: string;
    readonly vatRate?: string;
    readonly vatReduction?: 'unknown' | 'none' | 'reduced';
    readonly vatReductionFrom?: string;
    readonly vatReductionTo?: string;
    readonly vatReductionSource?: string;
    readonly defaultWarehouseCode?: string;
    readonly isActive?: boolean;
    readonly prices?: readonly number[];
  }[];
  readonly customers?: readonly (Partial<AmisCustomer> & { readonly code: string })[];
  /** AMIS product, Bravo item, factor (absent: 1; "": missing). */
  readonly links?: readonly {
    readonly product: string;
    readonly item: string;
    readonly factor?: string;
    readonly priority?: number;
  }[];
  readonly partnerLinks?: readonly {
    readonly customer: string;
    readonly partner: string;
    readonly isDefault?: boolean;
  }[];
  readonly stock?: readonly {
    readonly product: string;
    readonly warehouse?: string;
    readonly opening?: string;
    readonly incoming?: string;
    readonly outgoing?: string;
  }[];
  readonly purchases?: readonly {
    readonly date: string;
    readonly voucherNumber: string;
    readonly product: string;
    readonly warehouse?: string;
    readonly quantity: string;
    readonly returned?: string | undefined;
  }[];
  readonly sales?: readonly {
    readonly id: string;
    readonly voucherNumber: string;
    readonly documentDate: string;
    readonly customerCode?: string;
    readonly customerName?: string;
    readonly invoiceNumber?: string;
    readonly invoiceDate?: string;
    readonly invoiceSymbol?: string;
    readonly description?: string;
    readonly invoiceState?: string;
    readonly product: string;
    readonly warehouse?: string;
    readonly quantity: string;
    readonly amount: number;
    readonly vatAmount?: number;
    readonly vatRate?: string;
  }[];
};

export type GivenLine = {
  readonly id: string;
  readonly branch?: string;
  readonly doc?: string;
  readonly status?: string;
  readonly date: string;
  readonly partner: string;
  readonly item: string;
  readonly quantity: string;
  readonly amount: number;
  readonly discount?: number;
  readonly vatRate?: string | null;
  readonly vatAmount?: number;
  readonly kind?: SalesLineKind;
  readonly dayFacts?: DayFacts;
};

const RULES: IssuanceRules = {
  aggregateConsumersPerDay: false,
  cancelledDocStatuses: ['9'],
  internalPartnerCodes: [],
  divisibleUnits: ['kg'],
};

/** The full input of a short form. */
export function issuanceInput(given: GivenPeriod): IssuanceInput {
  const profiles = given.profiles.map(booksOf);
  const issuers = given.issuers ?? { HN: profiles.map((books) => books.terms.code) };
  const bases = given.bases === undefined ? ownGoods(issuers) : given.bases;
  const partners = new Map((given.partners ?? []).map((partner) => [partner.code, partner]));
  for (const line of given.lines) {
    if (given.partners === undefined && !partners.has(line.partner)) partners.set(line.partner, { code: line.partner });
  }
  return {
    period: {
      name: 'Tháng 9/2026',
      fromDate: given.days?.[0] ?? '2026-09-01',
      toDate: given.days?.[1] ?? '2026-09-30',
      issueDay: given.issueDay ?? '2026-09-30',
      ...(given.through !== undefined && { through: given.through }),
      issuers,
      ...(bases && { bases }),
      rules: { ...RULES, ...given.rules },
    },
    lines: given.lines.map(lineOf),
    profiles,
    bravoItems: given.items ?? [],
    bravoPartners: [...partners.values()].map((partner) => ({
      name: `Khách ${partner.code}`,
      address: 'Hà Nội',
      taxCode: '',
      phone: '',
      email: '',
      requirement: 'not_required',
      ...partner,
    })),
    exclusions: given.exclusions ?? [],
    kept: given.kept ?? [],
    previous: [],
    reconciliations: given.decisions ?? [],
    invoiceRules: { ...SHIPPED_RULES, ...given.invoiceRules },
    ...(given.previousVouchers ? { previousVouchers: given.previousVouchers } : {}),
  };
}

/** Every issuer sells its own goods in its branch, since always. */
export const ownGoods = (issuers: Readonly<Record<string, readonly string[]>>): IssuingBasis[] =>
  Object.entries(issuers).flatMap(([branch, codes]) =>
    codes.map((profile) => ({ branch, profile, kind: 'own' as const, fromDate: '2020-01-01' })),
  );

function lineOf(given: GivenLine): SalesLine {
  const quantity = parseQuantity(given.quantity);
  const discount = given.discount ?? 0;
  const vatRate = given.vatRate === null ? undefined : (given.vatRate ?? '10');
  return {
    id: given.id,
    branchCode: given.branch ?? 'HN',
    docCode: quantity < 0n ? 'TL' : 'HD',
    docNo: given.doc ?? given.id,
    docDate: given.date,
    docStatus: given.status ?? '2',
    partnerCode: given.partner,
    itemCode: given.item,
    itemName: given.item,
    unit: 'cái',
    quantity,
    baseQuantity: quantity,
    convertRate: '1',
    unitPrice: '0',
    // Adding zero turns -0 into 0.
    amount: given.amount + 0,
    discount,
    vatRate,
    vatAmount: given.vatAmount ?? Math.round((given.amount - discount) / 10) + 0,
    warehouseCode: '',
    kind: given.kind ?? 'goods',
    description: '',
    ...(given.dayFacts && { dayFacts: given.dayFacts }),
  };
}

/** Profiles of other names are of one seller. */
const TAX_CODES: Readonly<Record<string, string>> = { B: '0100109106', C: '0300588569' };

function booksOf(given: GivenProfile): ProfileBooks {
  return {
    terms: {
      code: given.code,
      name: `Công ty ${given.code}`,
      taxCode: TAX_CODES[given.code] ?? '0101243150',
      address: 'Hà Nội',
      invoiceForm: '1',
      invoiceSymbol: 'C26TYY',
      voucherPrefix: `BH${given.code}`,
      defaultWarehouseCode: 'K1',
      excludedWarehouseCodes: [],
      accounts: { receivable: '131', revenue: '5111', vat: '33311', cogs: '632', inventory: '1561' },
      chart: ['131', '156', '1561', '33311', '511', '5111', '521', '632'],
      maxLinesPerInvoice: 0,
      lockedThrough: undefined,
      lastIssuedDate: undefined,
      exportLayout: 'amis-59',
      ...given.terms,
    },
    products: (given.products ?? []).map((product) => ({
      name: product.code,
      unit: 'cái',
      kind: 'Hàng hóa',
      vatRate: undefined,
      vatReduction: 'unknown',
      defaultWarehouseCode: '',
      ...product,
    })),
    customers: (given.customers ?? []).map((customer) => ({
      name: `Khách ${customer.code}`,
      address: 'Hà Nội',
      taxCode: '',
      idNumber: '',
      phone: '',
      email: '',
      isInternal: false,
      isActive: true,
      ...customer,
    })),
    productConnections: (given.links ?? []).map(({ product, item, factor = '1', priority = 1 }) => ({
      product,
      item,
      factor: factor === '' ? undefined : parseFactor(factor),
      priority,
    })),
    partnerConnections: (given.partnerLinks ?? []).map((connection) => ({ isDefault: true, ...connection })),
    inventory: (given.stock ?? []).map(
      ({ product, warehouse = 'K1', opening = '0', incoming = '0', outgoing = '0' }) => {
        const row = {
          opening: parseQuantity(opening),
          incoming: parseQuantity(incoming),
          outgoing: parseQuantity(outgoing),
        };
        return { warehouse, product, ...row, closing: row.opening + row.incoming - row.outgoing };
      },
    ),
    purchases: (given.purchases ?? []).map(({ quantity, returned, ...purchase }, index) => ({
      id: String(index),
      warehouse: '',
      ...purchase,
      quantity: parseQuantity(quantity),
      ...(returned !== undefined && { returned: parseQuantity(returned) }),
    })),
    salesLedger: (given.sales ?? []).map(
      ({ quantity, ...entry }): AmisSalesEntry => ({
        invoiceNumber: '',
        invoiceDate: undefined,
        customerCode: '',
        customerName: '',
        warehouse: 'K1',
        unit: 'cái',
        vatAmount: 0,
        ...entry,
        quantity: parseQuantity(quantity),
      }),
    ),
  };
}
