import { describe, expect, test } from 'vitest';
import type { SheetModel } from '../sheets/sheet-model.ts';
import { exportFiles } from './export/export-files.ts';
import { dayBoard } from './gate/day-board.ts';
import { gateFindings } from './gate/gate-findings.ts';
import { planInvoices } from './plan.ts';
import { type GivenPeriod, issuanceInput } from './plan-fixture.ts';
import { preflight } from './preflight/preflight.ts';
import { ruleChanges } from './rule-changes/rule-changes.ts';
import { latenessOf } from './rules/lateness.ts';
import { SHIPPED_RULES } from './rules/shipped-rules.ts';

const line = { id: '1', date: '2026-09-10', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300_000 };
const profile: GivenPeriod['profiles'][number] = {
  ...{ code: 'A', terms: { exportLayout: 'amis-sales-voucher' } },
  ...{
    products: [{ code: 'SP1' }],
    links: [{ product: 'SP1', item: 'VT1' }],
    stock: [{ product: 'SP1', opening: '5' }],
  },
};
const second = { ...line, id: '2', doc: '2' };
const entry = {
  ...{ id: 'E', voucherNumber: 'BH1', documentDate: '2026-09-10', invoiceNumber: '7', product: 'SP1' },
  ...{ quantity: '1', amount: 50_000 },
};
const basis = { branch: 'HN', profile: 'A', kind: 'own', fromDate: '2026-01-01' } as const;

/** A trade that may reconcile first. */
const TRADE = SHIPPED_RULES.reconciliationTrades.at(-1)!.trades[0]!;

type Given = Partial<GivenPeriod>;
const of = (own: Partial<typeof profile>): Given => ({ profiles: [{ ...profile, ...own }] });
const withTerms = (terms: NonNullable<typeof profile.terms>): Given => of({ terms: { ...profile.terms, ...terms } });

/** The places of a day from people or another system, which may be mistyped or written for one that is not known. */
const PLACES: Readonly<Record<string, (day: string) => Given>> = {
  'a sale': (date) => ({ lines: [line, { ...second, date }] }),
  'a return': (date) => ({ lines: [line, { ...second, date, quantity: '-1', amount: -100_000 }] }),
  'an AMIS invoice': (invoiceDate) => of({ sales: [{ ...entry, invoiceDate }] }),
  'an AMIS voucher': (day) => of({ sales: [{ ...entry, documentDate: day, invoiceDate: day }] }),
  'a purchase': (date) => of({ purchases: [{ date, voucherNumber: 'NK', product: 'SP1', quantity: '4' }] }),
  'the end of a basis': (toDate) => ({ bases: [{ ...basis, toDate }] }),
  'the beginning of a basis': (fromDate) => ({ bases: [{ ...basis, fromDate }] }),
  'the clearance of an export': (clearedOn) => ({ lines: [{ ...line, dayFacts: { isExport: true, clearedOn } }] }),
  'the completion of a service': (day) => ({
    lines: [line, { ...second, kind: 'service', item: 'DV', dayFacts: { completedOn: day, paidOn: day } }],
  }),
  'the end of an agreed period of reconciliation': (agreedUntil) => ({
    lines: [
      line,
      { ...second, kind: 'service', item: 'DV', dayFacts: { trade: TRADE, reconciledOn: '2026-09-20', agreedUntil } },
    ],
  }),
  'a sale of a trade that reconciles': (date) => ({
    lines: [line, { ...second, kind: 'service', item: 'DV', date, dayFacts: { trade: TRADE } }],
  }),
  'a closed ledger': (lockedThrough) => withTerms({ lockedThrough }),
  'the last issued invoice': (lastIssuedDate) => withTerms({ lastIssuedDate }),
  'a hand-over': (through) => ({ through }),
};

const rowsOf = ({ rows }: SheetModel): number => [...rows].length;

describe.each(Object.entries(PLACES))('%s', (_, given) => {
  test.each(['9999-12-31', '9999-12-25', '1900-01-01', '1899-12-31', '0226-09-10', '0100-01-01'])(
    'of %s ends no check, plan, board or workbook',
    (day) => {
      const input = issuanceInput({ lines: [line], profiles: [profile], ...given(day) });
      preflight(input);
      const plan = planInvoices(input);
      preflight(input, plan);
      latenessOf(input, plan);
      dayBoard(input, plan, '2026-09-20');
      gateFindings(input, plan);
      ruleChanges(input, plan, '2027-01-01');
      expect(exportFiles(input, plan).flatMap(({ sheets }) => sheets.map(rowsOf)).length).toBeGreaterThan(5);
      const { ledger, invoiced, alreadyInvoiced, unallocated, excluded } = plan.tieOut;
      expect(invoiced + alreadyInvoiced + unallocated + excluded).toBe(ledger);
    },
  );
});
