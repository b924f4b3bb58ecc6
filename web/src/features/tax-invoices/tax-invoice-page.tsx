import { useParams } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { download } from '../../api/files.ts';
import { useAction, useCall } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import { paths } from '../../paths.ts';
import { NotFresh } from '../../shared/not-fresh.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Banner, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { FateCard } from './invoice/fate-card.tsx';
import { FileCard, originalName } from './invoice/file-card.tsx';
import { FindingsCard } from './invoice/findings-card.tsx';
import { ListedCard } from './invoice/listed-card.tsx';
import { Paper } from './invoice/paper.tsx';
import { RelatedCard } from './invoice/related-card.tsx';
import { fateOf } from './invoice/related-words.ts';
import { SignatureCard } from './invoice/signature-card.tsx';
import type { TaxInvoice } from './invoice/tax-invoice.ts';
import { VersionsCard } from './invoice/versions-card.tsx';
import { numberOf, RELATION, STATE, sidesOf, signatureWord, symbolOf } from './words.ts';

/** One electronic invoice as a document, and all that its file proves. */
export function TaxInvoicePage() {
  const { id = '' } = useParams({ strict: false });
  const invoice = useCall('getTaxInvoice', { params: { id } });
  const crumbs = [{ label: strings.nav.taxInvoices, to: paths.taxInvoices() }];
  if (!invoice.data) {
    return (
      <Page title="Hóa đơn điện tử" crumbs={crumbs}>
        {invoice.isError ? (
          <ErrorState message={invoice.error.message} onRetry={() => void invoice.refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </Page>
    );
  }
  return <Document key={id} invoice={invoice.data} crumbs={crumbs} notice={<NotFresh of={invoice} />} />;
}

function Document({
  invoice,
  crumbs,
  notice,
}: {
  invoice: TaxInvoice;
  crumbs: { label: string; to: string }[];
  notice: ReactNode;
}) {
  const file = useAction(() =>
    download('getTaxInvoiceFile', { params: { id: invoice.id } }, { fileName: originalName(invoice) }),
  );
  const newer = invoice.versions.find(({ id, isCurrent }) => isCurrent && id !== invoice.id);
  return (
    <Page
      title={`Hóa đơn ${symbolOf(invoice)} · ${numberOf(invoice)}`}
      crumbs={crumbs}
      description={<States invoice={invoice} />}
      actions={
        invoice.evidence === 'list' ? undefined : (
          <Button icon={<FileDown aria-hidden />} busy={file.isPending} onClick={() => file.mutate()}>
            Tải tệp XML gốc
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {notice}
        {newer ? (
          <Banner tone="warning">
            Đây là bản không dùng của hóa đơn này.{' '}
            <TextLink className="underline" to={paths.taxInvoice(newer.id)}>
              Mở bản đang dùng
            </TextLink>
          </Banner>
        ) : null}
        <FindingsCard findings={invoice.findings} />
        {invoice.evidence === 'list' ? <ListedCard invoice={invoice} /> : <Paper invoice={invoice} />}
        <FateCard invoice={invoice} />
        {invoice.evidence === 'list' ? null : (
          <>
            <SignatureCard invoice={invoice} />
            <RelatedCard invoice={invoice} />
            <ListedCard invoice={invoice} />
            <VersionsCard invoice={invoice} />
            <FileCard invoice={invoice} />
          </>
        )}
      </div>
    </Page>
  );
}

/** The states of an invoice in chips: whose it is, its signature, what it corrects. */
function States({ invoice }: { invoice: TaxInvoice }) {
  const signature = signatureWord(invoice);
  const relation = RELATION[invoice.relation];
  const later = invoice.related.filter(({ direction }) => direction === 'later');
  const fates = [...new Set(later.map(fateOf))];
  const codes = [...new Set(invoice.own.map(({ code }) => code))].join(', ');
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span>
        {[sidesOf(invoice), codes && `hồ sơ ${codes}`].filter(Boolean).join(' · ') || 'Không thuộc hồ sơ nào'}
      </span>
      <Chip tone={signature.tone} icon>
        {invoice.verdict === null ? signature.label : `Chữ ký: ${signature.label}`}
      </Chip>
      {invoice.state === null ? null : (
        <Chip tone={STATE[invoice.state].tone} icon>
          Danh sách: {STATE[invoice.state].label}
        </Chip>
      )}
      {invoice.relation === 'new' ? null : (
        <Chip tone={relation.tone} icon>
          {invoice.relation === 'unknown' ? 'Nhắc đến hóa đơn khác' : `Hóa đơn ${relation.label.toLowerCase()}`}
        </Chip>
      )}
      {invoice.settles ? (
        <TextLink to={paths.invoice(invoice.settles.invoiceId)}>Là hóa đơn {invoice.settles.voucherNumber}</TextLink>
      ) : null}
      {fates.map((fate) => (
        <Chip key={fate} tone="red" icon>
          {fate}
        </Chip>
      ))}
      {invoice.number === null ? <Chip tone="amber">Hóa đơn nháp</Chip> : null}
    </span>
  );
}
