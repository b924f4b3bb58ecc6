import { createHash } from 'node:crypto';
import { decisiveBasis } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { planRules } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { engineVersion } from '../engine-version.ts';

/**
 * Hash of everything that a generation reads but its own memory (the last draws and voucher numbers), and of the rules that
 * it plans by: equal hashes mean that planning again would only say the same in other words.
 */
export const inputHash = ({
  previous: _draws,
  previousVouchers: _vouchers,
  previousServices: _services,
  lines,
  ...rest
}: IssuanceInput): string =>
  hashOf(
    { engine: engineVersion(), rest: decisive({ ...rest, bravoPartners: rest.bravoPartners.map(planned) }) },
    lines,
  );

/** Hash of everything at all: equal hashes give equal plans, down to the voucher numbers. */
export const wholeHash = ({ lines, ...rest }: IssuanceInput): string => hashOf(decisive(rest), lines);

/**
 * Hash of what decides whether the invoices of a plan may still leave: the ledger, the stock, what is issued already, the
 * lines left out or invoiced in another period, the warehouses that do not count, who may issue, on which days it works or may not issue, and the dated rules. Hand edits of invoices are not in it: they are part of what leaves.
 */
export const groundHash = (input: IssuanceInput): string => {
  const { period, profiles, lines, exclusions, reconciliations, invoiceRules, invoicedElsewhere } = input;
  const { name: _name, ...given } = period;
  const terms = { ...given, ...(period.bases && { bases: period.bases.map(decisiveBasis) }) };
  const stock = profiles.map(
    ({ terms: { code, excludedWarehouseCodes, ...calendar }, inventory, purchases, salesLedger, moments }) => ({
      code,
      excludedWarehouseCodes,
      saturdayIsWorking: calendar.saturdayIsWorking,
      followsSwaps: calendar.followsSwaps,
      suspensions: calendar.suspensions,
      inventory,
      purchases,
      salesLedger,
      stockMadeAt: moments?.stock,
    }),
  );
  return hashOf(decisive({ terms, stock, exclusions, reconciliations, invoiceRules, invoicedElsewhere }), lines);
};

/**
 * Hash of what the period's sales meet in the catalogues: who takes invoices, what is connected with what, at which factor.
 * Another one makes no invoice wrong, but a regeneration would say something else.
 */
export const catalogueHash = ({ lines, bravoPartners, profiles }: IssuanceInput): string => {
  const items = new Set(lines.map((line) => line.itemCode));
  const buyers = new Set(lines.map((line) => line.partnerCode));
  const connected = profiles.map(({ terms: { code }, productConnections, partnerConnections }) => ({
    code,
    products: productConnections.filter(({ item }) => items.has(item)),
    partners: partnerConnections.filter(({ partner }) => buyers.has(partner)),
  }));
  return hashOf({ partners: bravoPartners.filter(({ code }) => buyers.has(code)).map(planned), connected }, []);
};

/** A partner as a plan reads it: the confirmation that it takes no invoice changes no invoice. */
const planned = ({ noInvoiceConfirmed: _confirmed, ...partner }: IssuanceInput['bravoPartners'][number]) => partner;

/** Of the dated rules only what decides a plan: a confirmation or another source changes no invoice. */
const decisive = <Rest extends Pick<IssuanceInput, 'invoiceRules'>>(rest: Rest) => ({
  ...rest,
  invoiceRules: planRules(rest.invoiceRules),
});

function hashOf(rest: object, lines: IssuanceInput['lines']): string {
  const hash = createHash('sha256');
  const put = (value: unknown): void => {
    hash.update(JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? '');
  };
  put(rest);
  // Line by line: the ledger as one text could be longer than a string may be.
  for (const line of lines) put(line);
  return hash.digest('base64url');
}
