// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listed, service } from '../../../../testing/service.ts';
import { show } from '../../../../ui/testing/show.tsx';
import type { Invoice } from '../invoice.ts';
import { InvoiceFindings } from './invoice-findings.tsx';

/** As far as its findings read it. */
const invoice = (own: Partial<Invoice>) =>
  ({ id: 'i1', periodId: 'k1', voucherNumber: 'BHAP1', status: 'draft', warnings: [], ...own }) as unknown as Invoice;

const PERIOD = '/invoice-issuance/periods/k1';
const found = (code: string, severity: string, stops: string | null = null) => ({
  ...{ key: code, code, severity, stops, message: 'Cả kỳ.', remedy: 'Sinh lại.', count: 2, profileId: null },
});
const record = (targetId: string, detail: string) => ({ kind: 'invoice', targetId, detail });

/** The service finds these things in the period; of each it names the invoice of the test beside another one. */
function answers(...problems: ReturnType<typeof found>[]): string[] {
  const asked: string[] = [];
  const records = problems.map(({ code }) => [
    `GET ${PERIOD}/findings/${code}/records`,
    ({ query }: { query: URLSearchParams }) => {
      asked.push(`${code} ${query.get('q')}`);
      return listed([record('i2', 'Hóa đơn khác.'), record('i1', `Hóa đơn này: ${code}.`)]);
    },
  ]);
  service({ [`GET ${PERIOD}/preflight`]: () => ({ problems }), ...Object.fromEntries(records) });
  return asked;
}

it('a draft whose buyer has another tax code in the catalogue by now says so, with the remedy, where it is opened', async () => {
  const asked = answers(found('DRAFT_BUYER_TAX_CODE', 'block', 'export'), found('NO_STOCK', 'warn'));
  show(<InvoiceFindings invoice={invoice({})} />);
  const said = await screen.findByRole('alert');
  expect(said.textContent).toBe('Chặn xuất tệp. Hóa đơn này: DRAFT_BUYER_TAX_CODE. Sinh lại.');
  expect(screen.queryByText(/Hóa đơn khác/)).toBeNull();
  expect(asked).toEqual(['DRAFT_BUYER_TAX_CODE BHAP1']);
});

it.each(['KEPT_INVOICE_FACTOR', 'KEPT_INVOICE_TAX_CODE', 'KEPT_INVOICE_BUYER_NAME', 'KEPT_INVOICE_KIND'])(
  'an invoice that has left shows what %s finds',
  async (code) => {
    answers(found(code, 'warn'), found('DRAFT_BUYER_NAME', 'warn'));
    show(<InvoiceFindings invoice={invoice({ status: 'issued' })} />);
    expect((await screen.findByRole('status')).textContent).toBe(`Hóa đơn này: ${code}. Sinh lại.`);
  },
);

it('what the last generation wrote on the invoice is not said a second time', async () => {
  const asked = answers(found('KEPT_INVOICE_BUYER', 'warn'), found('KEPT_INVOICE_KIND', 'warn'));
  const written = [{ code: 'KEPT_INVOICE_BUYER', message: 'Khách khác.' }];
  show(<InvoiceFindings invoice={invoice({ status: 'exported', warnings: written })} />);
  await waitFor(() => expect(asked).toEqual(['KEPT_INVOICE_KIND BHAP1']));
});
