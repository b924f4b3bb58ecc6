import { useParams } from '@tanstack/react-router';
import { ClipboardCheck, Pencil, Pin, PinOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/client.ts';
import { isAbsent } from '../../../api/errors.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { takeOpenForm } from '../../../shared/drafts/store.ts';
import { INVOICE_STATUS, OFF_AMIS, PERIOD_READS, rateName } from '../../../shared/invoices/invoice-words.ts';
import { NotFresh } from '../../../shared/not-fresh.tsx';
import { HistoryList } from '../../../shared/records/history-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatMoney, formatVnd } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner, EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { BuyerDialog, buyerDraft } from './buyer-dialog.tsx';
import { CorrectionCard } from './correction/correction-card.tsx';
import { InvoiceFindings } from './correction/invoice-findings.tsx';
import type { Invoice } from './invoice.ts';
import { InvoiceItems } from './invoice-items.tsx';
import { BuyerPanel, SellerPanel } from './invoice-parties.tsx';
import { InvoiceSteps } from './invoice-steps.tsx';
import { PrintedItems } from './printed-items.tsx';
import { ReviewButton } from './review-button.tsx';
import { TaxInvoiceCard } from './tax/tax-invoice-card.tsx';

/** One AMIS invoice as a document. */
export function InvoicePage() {
  const { id = '' } = useParams({ strict: false });
  const invoice = useCall('getAmisInvoice', { params: { id } });
  const crumbs = [{ label: 'Hóa đơn AMIS', to: paths.invoices() }];
  if (!invoice.data || isAbsent(invoice.error)) {
    return (
      <Page title="Hóa đơn" crumbs={crumbs}>
        {isAbsent(invoice.error) ? (
          <EmptyState
            title="Không tìm thấy hóa đơn này."
            hint="Có thể lần sinh lại sau đã bỏ hóa đơn nháp này, hoặc địa chỉ bị chép thiếu."
            action={<TextLink to={paths.invoices()}>Xem tất cả hóa đơn</TextLink>}
          />
        ) : invoice.isError ? (
          <ErrorState message={invoice.error.message} onRetry={() => void invoice.refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </Page>
    );
  }
  return <InvoiceDocument key={id} invoice={invoice.data} crumbs={crumbs} notice={<NotFresh of={invoice} />} />;
}

function InvoiceDocument({
  invoice,
  crumbs,
  notice,
}: {
  invoice: Invoice;
  crumbs: { label: string; to: string }[];
  notice: ReactNode;
}) {
  const [choosing, setChoosing] = useState(() => takeOpenForm(buyerDraft(invoice.id)) !== undefined);
  const isDraft = invoice.status === 'draft';
  const status = INVOICE_STATUS[invoice.status];
  const pin = useAction(
    (pinned: boolean) =>
      call('updateInvoicePin', { params: { id: invoice.id }, body: { version: invoice.version, pinned } }),
    {
      invalidates: [...PERIOD_READS, 'listRecordHistory'],
      onSuccess: (saved) =>
        toast.success(saved.pinned ? 'Đã ghim: sinh lại sẽ giữ nguyên hóa đơn này.' : 'Đã bỏ ghim.'),
    },
  );
  return (
    <Page
      title={`Hóa đơn ${invoice.voucherNumber}`}
      crumbs={crumbs}
      description={
        <span className="flex flex-wrap items-center gap-2">
          <Chip tone={status.tone} icon>
            {status.label}
          </Chip>
          {invoice.invoiceNumber
            ? `Số hóa đơn ${invoice.invoiceNumber}, ngày ${formatDay(invoice.invoiceDate)}`
            : 'Chưa có số hóa đơn'}
          {invoice.reviewed ? (
            <Chip tone="green" icon={<ClipboardCheck aria-hidden />}>
              Đã soát: {invoice.reviewed.by}, {formatInstant(invoice.reviewed.at)}
            </Chip>
          ) : null}
          {invoice.amisDifference === null ? null : (
            <Chip tone="amber" icon>
              {OFF_AMIS} {formatMoney(invoice.amisDifference)}
            </Chip>
          )}
          {invoice.pinned ? <Chip icon={<Pin aria-hidden />}>Đã ghim</Chip> : null}
        </span>
      }
      actions={
        <>
          <InvoiceSteps invoice={invoice} />
          {isDraft ? (
            <>
              <ReviewButton
                periodId={invoice.periodId}
                reviewed={invoice.reviewed === null}
                choose={async () => [{ id: invoice.id, version: invoice.version }]}
              />
              <Button
                icon={invoice.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
                busy={pin.isPending}
                onClick={() => pin.mutate(!invoice.pinned)}
              >
                {invoice.pinned ? 'Bỏ ghim' : 'Ghim'}
              </Button>
              <Button variant="primary" icon={<Pencil aria-hidden />} onClick={() => setChoosing(true)}>
                Đổi người mua
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {notice}
        <div className="flex flex-col gap-3 empty:hidden print:hidden">
          {invoice.warnings.map((warning) => (
            <Banner key={`${warning.code}${warning.message}`} tone="warning">
              {warning.message}
            </Banner>
          ))}
          <InvoiceFindings invoice={invoice} />
        </div>
        <Card>
          <header className="mb-4 text-center">
            <h2 className="m-0 text-title font-semibold">HÓA ĐƠN GIÁ TRỊ GIA TĂNG</h2>
            <p className="m-0 text-grid text-ink-2">
              Mẫu số {invoice.seller.invoiceForm} · Ký hiệu {invoice.seller.invoiceSymbol || '–'} · Số{' '}
              {invoice.invoiceNumber ?? '(cấp khi phát hành)'}
            </p>
            <p className="m-0 text-grid text-ink-2">
              Ngày hóa đơn dự kiến {formatDay(invoice.date)} · Ngày bán {formatDay(invoice.documentDate)}
            </p>
          </header>
          <div className="grid gap-4 md:grid-cols-2">
            <SellerPanel invoice={invoice} />
            <BuyerPanel invoice={invoice} />
          </div>
        </Card>
        <div className="print:hidden">
          <InvoiceItems invoice={invoice} />
        </div>
        <PrintedItems items={invoice.items} />
        <Card title="Thuế và tổng tiền" actions={<TextLink to={paths.rules()}>Quy tắc thuế suất</TextLink>}>
          <Totals invoice={invoice} />
        </Card>
        <TaxInvoiceCard invoice={invoice} />
        <CorrectionCard invoice={invoice} />
        <Card title="Lịch sử" className="print:hidden">
          <HistoryList
            entity="invoice"
            entityId={invoice.id}
            labels={{
              name: 'Người mua',
              customerCode: 'Mã khách hàng',
              taxCode: 'Mã số thuế',
              address: 'Địa chỉ',
              reason: 'Lý do',
            }}
          />
        </Card>
      </div>
      {choosing ? <BuyerDialog invoice={invoice} onClose={() => setChoosing(false)} /> : null}
    </Page>
  );
}

function Totals({ invoice }: { invoice: Invoice }) {
  const cell = 'tabular py-1 pl-4 text-right';
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-grid">
          <thead>
            <tr className="border-b border-line text-ink-2">
              <th className="py-1 text-left font-medium">Thuế suất</th>
              <th className="py-1 pl-4 text-right font-medium">Tiền hàng</th>
              <th className="py-1 pl-4 text-right font-medium">Tiền thuế</th>
              <th className="py-1 pl-4 text-right font-medium">Cộng</th>
            </tr>
          </thead>
          <tbody>
            {invoice.vat.map((group) => (
              <tr key={group.rate}>
                <td className="py-1">{rateName(group.rate)}</td>
                <td className={cell}>{formatVnd(group.amount)}</td>
                <td className={cell}>{formatVnd(group.vatAmount)}</td>
                <td className={cell}>{formatVnd(group.amount + group.vatAmount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t border-line font-semibold">
              <td className="py-1">Tổng cộng</td>
              <td className={cell}>{formatVnd(invoice.amount)}</td>
              <td className={cell}>{formatVnd(invoice.vatAmount)}</td>
              <td className={cell}>{formatVnd(invoice.total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="m-0 mt-2 text-grid">
        <span className="text-ink-2">Bằng chữ: </span>
        {invoice.amountInWords}
      </p>
    </>
  );
}
