import { join } from 'node:path';
import type { Day } from '@khop/engine/day.ts';
import type { ProfileBooks } from '@khop/engine/invoice-issuance/books.ts';
import { inCatalogueSpelling } from '@khop/engine/invoice-issuance/codes/catalogue-codes.ts';
import { withIncidents } from '@khop/engine/invoice-issuance/rules/incidents.ts';
import type { IssuanceInput, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { bravoZeros, inBravoSpelling, spelledAs } from './codes/bravo-codes.ts';
import { readBooks } from './issue-books.ts';
import { PARTNER_CONNECTIONS, PRODUCT_CONNECTIONS, readConnections, unknownConnections } from './issue-connections.ts';
import { readPeriod } from './issue-period.ts';
import { QuantityPoints } from './issue-quantities.ts';
import { ITEMS, PARTNERS, PositiveReturns, salesTable } from './issue-sales.ts';
import { table } from './issue-tables.ts';
import { refuseOthersFiles, type ShownOwner } from './remarks/whose-files.ts';

export type IssueFolder = { readonly input: IssuanceInput; readonly warnings: readonly Warning[] };

/**
 * Reads the folder that `khop sample` writes into what one generation needs; sales after `through` wait. Never opens truth/. Throws Problems that name
 * the file and what was expected.
 */
export async function readIssueFolder(folder: string, through?: Day): Promise<IssueFolder> {
  const { profiles: terms, invoiceRules, warnings: unread, ...period } = await readPeriod(join(folder, 'period.json'));
  const warnings: Warning[] = [...unread];
  const bravoItems = await table(folder, ITEMS);
  const bravoPartners = await table(folder, PARTNERS);
  const itemAs = spelledAs(bravoItems);
  const partnerAs = spelledAs(bravoPartners);
  const points = new QuantityPoints();
  const returns = new PositiveReturns();
  const lines = inBravoSpelling(await table(folder, salesTable(warnings, points, returns)), itemAs, partnerAs);
  warnings.push(...returns.warnings(), ...points.warnings());
  const productConnections = await readConnections(folder, PRODUCT_CONNECTIONS, warnings, itemAs);
  const partnerConnections = await readConnections(folder, PARTNER_CONNECTIONS, warnings, partnerAs);
  const profiles: ProfileBooks[] = [];
  const shown: ShownOwner[] = [];
  const retired = terms.filter((own) => !own.isActive).map((own) => own.code);
  for (const { isActive, warehouses, stockMadeAt: stock, salesLedgerMadeAt: ledger, ...own } of terms) {
    const moments = stock && ledger ? { stock, ledger } : undefined;
    const place = {
      path: join(folder, 'amis', own.code),
      terms: withIncidents(own, period.rules),
      isRetired: !isActive,
      ...{ warehouses, shown, moments },
    };
    if (!isActive)
      warnings.push({
        code: 'PROFILE_INACTIVE',
        message: `«${own.code}» đã ngừng dùng: không lập hóa đơn của hồ sơ này, chỉ tính những gì sổ bán hàng AMIS của nó đã xuất.`,
        profile: own.code,
      });
    const books = await readBooks(place, period, warnings);
    profiles.push({
      ...books,
      productConnections: productConnections
        .filter((connection) => connection.profile === own.code)
        .map(({ amis, bravo, factor }) => ({ product: amis, item: bravo, factor, priority: 1 })),
      partnerConnections: partnerConnections
        .filter((connection) => connection.profile === own.code)
        .map(({ amis, bravo }) => ({ customer: amis, partner: bravo, isDefault: false })),
    });
  }
  refuseOthersFiles(shown, terms);
  const codesOf = (list: readonly { readonly code: string }[]) => new Set(list.map(({ code }) => code));
  warnings.push(
    ...unknownConnections(PRODUCT_CONNECTIONS, productConnections, profiles, codesOf(bravoItems)),
    ...unknownConnections(PARTNER_CONNECTIONS, partnerConnections, profiles, codesOf(bravoPartners)),
  );
  const input: IssuanceInput = {
    period: {
      ...period,
      ...(through && { through }),
      issuers: without(period.issuers, retired),
      rules: { ...period.rules, internalPartnerCodes: period.rules.internalPartnerCodes.map(partnerAs) },
    },
    lines,
    profiles,
    bravoItems,
    bravoPartners,
    exclusions: [],
    kept: [],
    previous: [],
    reconciliations: [],
    invoiceRules,
  };
  warnings.push(...bravoZeros(itemAs, partnerAs));
  return { input: inCatalogueSpelling(input), warnings };
}

const without = (issuers: IssuanceInput['period']['issuers'], retired: readonly string[]) =>
  Object.fromEntries(
    Object.entries(issuers).map(([branch, codes]) => [branch, codes.filter((code) => !retired.includes(code))]),
  );
