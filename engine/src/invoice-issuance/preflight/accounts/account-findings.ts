import type { ExportLayout } from '../../../sheets/layouts/export-layouts.ts';
import type { ProfileBooks, ProfileTerms } from '../../books.ts';
import type { Finding } from '../../findings/finding.ts';
import { type AccountChartRule, ruleOn } from '../../rules/invoice-rules.ts';
import { sourceText } from '../../rules/rules-in-use.ts';
import type { IssuanceInput } from '../../types.ts';

const NAMES: Readonly<Record<keyof ProfileTerms['accounts'], string>> = {
  receivable: 'TK phải thu',
  revenue: 'TK doanh thu',
  vat: 'TK thuế GTGT',
  cogs: 'TK giá vốn',
  inventory: 'TK kho',
};

/** The fields of a template whose accounts are the profile's own. */
const OF_PROFILE: ReadonlySet<string> = new Set([
  ...['receivableAccount', 'revenueAccount', 'vatAccount', 'cogsAccount', 'inventoryAccount'],
]);

/** An account that the files of a profile would carry, and the place where it is written. */
type Named = { readonly account: string; readonly place: string };

/** Accounts below one of 521, as 5211. */
const isBelow = (account: string, parent: string): boolean => account !== parent && account.startsWith(parent);

/**
 * The reason for which an account is not one of an entity's chart (law.md, K6); undefined: it may be. The entity's own chart decides where it
 * is known; else accounts that its catalogue of products names are its own, and the dated chart says which are not divided.
 */
export function accountProblem(
  account: string,
  { terms, accountsInUse = [] }: Pick<ProfileBooks, 'accountsInUse'> & { readonly terms: Pick<ProfileTerms, 'chart'> },
  rule: AccountChartRule,
): string | undefined {
  const { chart = [] } = terms;
  if (chart.length > 0)
    return chart.includes(account) ? undefined : 'không có trong hệ thống tài khoản đã khai của hồ sơ';
  if (accountsInUse.includes(account)) return undefined;
  const parent = rule.undivided.find((one) => isBelow(account, one));
  return parent === undefined
    ? undefined
    : `tài khoản ${parent} không còn chia tài khoản con (${sourceText(rule)}), và danh mục hàng hóa của hồ sơ không dùng tài khoản này`;
}

/** Accounts of the files to import that AMIS would not know: those of the profile, and those that its template writes itself. */
export function accountFindings(
  { profiles, period, invoiceRules }: Pick<IssuanceInput, 'profiles' | 'period' | 'invoiceRules'>,
  layouts: ReadonlyMap<string, ExportLayout>,
): Finding[] {
  const rule = ruleOn(invoiceRules.accountCharts, period.toDate)!;
  return profiles.flatMap((books): Finding[] => {
    const { code } = books.terms;
    const wrong = [...ofProfile(books.terms), ...ofLayout(layouts.get(books.terms.exportLayout))].flatMap(
      ({ account, place }) => {
        const why = accountProblem(account, books, rule);
        return why === undefined ? [] : [`${place} ${account}: ${why}`];
      },
    );
    if (wrong.length === 0) return [];
    return [
      {
        code: 'ACCOUNT_NOT_IN_CHART',
        severity: 'warn',
        message: `«${code}»: ${wrong.join('; ')}.`,
        remedy:
          'Sửa tài khoản ở hồ sơ hoặc mẫu xuất; đơn vị giữ tài khoản con thì khai «Hệ thống tài khoản» ở hồ sơ (dán cột Số tài khoản của AMIS).',
        count: 1,
        profile: code,
      },
    ];
  });
}

const ofProfile = ({ accounts }: ProfileTerms): Named[] =>
  // The names are those of the type, in its order.
  (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name) =>
    accounts[name] ? [{ account: accounts[name], place: NAMES[name] }] : [],
  );

/** The accounts that a template writes in columns that the rows do not fill. */
const ofLayout = (layout: ExportLayout | undefined): Named[] =>
  (layout?.columns ?? []).flatMap(({ header, field = '', fallback }) => {
    const isAccount = field.endsWith('Account') || /^(TK|Tài khoản)\s/i.test(header);
    if (!isAccount || OF_PROFILE.has(field) || typeof fallback !== 'string' || !/^\d+$/.test(fallback)) return [];
    return [{ account: fallback, place: `mẫu xuất, cột «${header}»` }];
  });
