import { bravoSalesJudges } from './bravo-sales.ts';
import { catalogueJudges } from './catalogues.ts';
import { checkJudges } from './checks.ts';
import { connectionJudges } from './connections.ts';
import { expectedLotJudges } from './files/expected-lots.ts';
import { fileMapJudges } from './files/file-maps.ts';
import { taxInvoiceJudges } from './files/tax-invoices.ts';
import { taxSettlementJudges } from './files/tax-settlements.ts';
import { threeSidesJudges } from './files/three-sides.ts';
import { inventoryJudges } from './inventory.ts';
import { invoiceJudges } from './invoices.ts';
import type { Judges } from './judge.ts';
import { layoutJudges, mediaJudges, ruleJudges } from './others.ts';
import { peopleJudges } from './people.ts';
import { periodJudges } from './periods.ts';
import { certificationJudges } from './suggesting/certifications.ts';

/** The judge of every operation. */
export const judges: Judges = {
  ...peopleJudges,
  ...catalogueJudges,
  ...bravoSalesJudges,
  ...connectionJudges,
  ...inventoryJudges,
  ...periodJudges,
  ...invoiceJudges,
  ...checkJudges,
  ...layoutJudges,
  ...ruleJudges,
  ...mediaJudges,
  ...certificationJudges,
  ...fileMapJudges,
  ...taxInvoiceJudges,
  ...threeSidesJudges,
  ...expectedLotJudges,
  ...taxSettlementJudges,
};
