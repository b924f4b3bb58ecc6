import { DAY_GROUNDS } from '@khop/engine/invoice-issuance/rules/lawful-day.ts';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCall } from '../../../api/query.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import {
  COVERAGE,
  EXCLUSION,
  INVOICE_STATUS,
  REASON,
  type Reason,
  rateName,
} from '../../../shared/invoices/invoice-words.ts';
import { NotFresh } from '../../../shared/not-fresh.tsx';
import { usePeriod } from '../../../shared/period.tsx';
import { useArrival } from '../../../ui/arrival.ts';
import { Card, Fact, Facts, Stat } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatQuantity, formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { AppLink, TextLink } from '../../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { ExcludeButton } from './exclude-button.tsx';
import { LineDayButton } from './line-day-dialog.tsx';
import type { Sale, SaleLine } from './line-day-values.ts';
import { nettedOf } from './netted.ts';
import { type Remedy, remediesOf } from './remedies.ts';

/** One Bravo document: its lines, the invoices that cover them, and why the rest is not covered. */
export function BravoSalePage() {
  const { id = '' } = useParams({ strict: false });
  const sale = useCall('getPeriodSale', { params: { id } });
  const { periods } = usePeriod();
  const crumbs = [{ label: 'Bán hàng Bravo', to: paths.bravoSales() }];
  if (!sale.data) {
    return (
      <Page title="Chứng từ Bravo" crumbs={crumbs}>
        {sale.isError ? (
          <ErrorState message={sale.error.message} onRetry={() => void sale.refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </Page>
    );
  }
  const { data } = sale;
  const period = periods?.find((one) => one.id === data.periodId);
  const remedies = (reason: Reason, { itemCode }: SaleLine) =>
    period && period.status !== 'closed' ? remediesOf({ reason, sale: data, itemCode, period }) : [];
  const coverage = COVERAGE[data.coverage];
  return (
    <Page
      title={`Chứng từ ${data.docNo}`}
      crumbs={crumbs}
      description={
        <span className="flex flex-wrap items-center gap-2">
          <Chip tone={coverage.tone} icon>
            {coverage.label}
          </Chip>
          {data.docCode && `${data.docCode} · `}chi nhánh {data.branchCode} · {formatDay(data.docDate)}
        </span>
      }
      actions={<ExcludeButton sale={data} />}
    >
      <div className="flex flex-col gap-3">
        <NotFresh of={sale} />
        <Card>
          <div className="grid gap-4 md:grid-cols-[2fr_3fr]">
            <Facts>
              <Fact label="Khách hàng">
                <TextLink to={paths.bravoPartners({ q: data.partnerCode })} className="inline-block">
                  {data.partnerCode}
                </TextLink>{' '}
                · {data.partnerName}
              </Fact>
              <Fact label="Yêu cầu hóa đơn">
                {data.invoiceRequirement === 'required'
                  ? 'Lấy hóa đơn'
                  : data.invoiceRequirement === 'not_required'
                    ? 'Không lấy hóa đơn'
                    : 'Chưa xác định'}
              </Fact>
              <Fact label="Tiền thuế trên sổ">{formatVnd(data.vatAmount)}</Fact>
            </Facts>
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
              <Stat label="Tiền hàng" value={formatVnd(data.amount)} />
              <Stat label="Đã lập" value={formatVnd(data.invoiced)} tone="green" />
              <Stat label="Đã xuất ở AMIS" value={formatVnd(data.alreadyInvoiced)} />
              <Stat
                label="Chưa xuất"
                value={formatVnd(data.unallocated)}
                {...(data.unallocated !== 0 && { tone: 'amber' as const })}
              />
              <Stat label="Loại" value={formatVnd(data.excluded)} />
              {nettedOf(data) === 0 ? null : <Stat label="Bù trừ trả hàng" value={formatVnd(nettedOf(data))} />}
            </div>
          </div>
        </Card>
        <Card title={`Dòng chứng từ (${data.ledgerLines.length})`} flush>
          <ul className="m-0 list-none divide-y divide-line p-0">
            {data.ledgerLines.map((line) => (
              <Line
                key={line.sourceKey}
                sale={data}
                line={line}
                isOpen={period !== undefined && period.status !== 'closed'}
                remedies={(reason) => remedies(reason, line)}
              />
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  );
}

function Line({
  sale,
  line,
  isOpen,
  remedies,
}: {
  sale: Sale;
  line: SaleLine;
  isOpen: boolean;
  remedies: (reason: Reason) => readonly Remedy[];
}) {
  const own = useRef<HTMLLIElement>(null);
  useArrival(own, true, { mark: line.sourceKey });
  return (
    <li ref={own} tabIndex={-1} className="scroll-my-3 px-3 py-2 focus:bg-tint-soft focus:-outline-offset-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="m-0 min-w-0 text-base font-medium">
          <TextLink to={paths.bravoItems({ q: line.itemCode })} className="inline-block font-mono text-grid">
            {line.itemCode}
          </TextLink>{' '}
          {line.itemName} <span className="text-small font-normal text-ink-3">dòng {line.sourceKey}</span>
        </h3>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="tabular text-grid text-ink-2">
            {formatQuantity(line.quantity)} {line.unit}
            {line.baseQuantity === line.quantity ? '' : ` (${formatQuantity(line.baseQuantity)} đơn vị gốc)`} ·{' '}
            {formatVnd(line.netAmount)} đồng · thuế {rateName(line.vatRate)}
          </span>
          {isOpen && line.kind !== 'discount' ? <LineDayButton sale={sale} line={line} /> : null}
        </span>
      </div>
      <ul className="m-0 mt-1.5 flex list-none flex-col gap-1.5 p-0 text-grid empty:hidden">
        <LineDay line={line} />
        {line.invoices.map((part) => (
          <li key={part.id} className="flex flex-wrap items-center gap-2">
            <Chip tone="green">Hóa đơn</Chip>
            <TextLink to={paths.invoice(part.id)}>{part.voucherNumber}</TextLink>
            <span>
              {part.profileCode} · số lượng {formatQuantity(part.quantity)} · {formatVnd(part.amount)} đồng
            </span>
            <Chip tone={INVOICE_STATUS[part.status].tone}>{INVOICE_STATUS[part.status].label}</Chip>
          </li>
        ))}
        {line.amisEntries.map((entry) => (
          <li key={`${entry.voucherNumber}${entry.rowNumber}`} className="flex flex-wrap items-center gap-2">
            <Chip>Đã xuất ở AMIS</Chip>
            <TextLink to={paths.reconciliation({ tab: 'entries', q: entry.voucherNumber })}>
              {entry.voucherNumber}
            </TextLink>
            <span>
              {entry.profileCode}
              {entry.invoiceNumber ? ` · hóa đơn số ${entry.invoiceNumber}` : ''} · {formatVnd(entry.amount)} đồng
              {entry.rowNumber === null ? '' : ` · dòng ${entry.rowNumber} của ${entry.fileName}`}
            </span>
          </li>
        ))}
        {line.netted.map((pair) => (
          <li key={pair.line} className="flex flex-wrap items-center gap-2">
            <Chip>Bù trừ trả hàng</Chip>
            {pair.document} · {formatQuantity(pair.baseQuantity)} · {formatVnd(pair.amount)} đồng
          </li>
        ))}
        {line.exclusion ? (
          <li className="flex flex-wrap items-center gap-2">
            <Chip>{EXCLUSION[line.exclusion.reason]}</Chip>
            {line.exclusion.note} · {line.exclusion.by}
          </li>
        ) : null}
        {line.shortages.map((shortage) => (
          <li
            key={`${shortage.reason}${shortage.message}`}
            className="flex flex-col gap-1 rounded-md bg-amber-tint px-3 py-2 text-amber-ink"
          >
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {REASON[shortage.reason]} · {formatVnd(shortage.amount)} đồng
            </span>
            <span>{shortage.message}</span>
            <span>Cách xử lý: {shortage.remedy}</span>
            <span className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
              {remedies(shortage.reason).map(({ label, to }) => (
                <AppLink key={to} to={to} className="text-inherit underline">
                  {label}
                </AppLink>
              ))}
            </span>
            {shortage.competitors.length > 0 ? (
              <span className="text-small">
                Các dòng đang giữ hàng:{' '}
                {shortage.competitors
                  .map((rival) => `${rival.document} (${formatQuantity(rival.quantity)})`)
                  .join(', ')}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The lawful day of a line where it is another than its document's, or rests on it for want of anything else. */
function LineDay({ line: { kind, lawfulDay, statedDay } }: { line: SaleLine }) {
  if (lawfulDay.because === 'document' && !statedDay && !lawfulDay.waits && kind !== 'service') return null;
  return (
    <li className="flex flex-wrap items-center gap-2">
      <Chip {...(lawfulDay.waits !== null && { tone: 'amber' as const })}>Ngày theo luật</Chip>
      {lawfulDay.waits ? (
        <span>Chờ: {lawfulDay.waits}</span>
      ) : (
        <span>
          {formatDay(lawfulDay.day)} · {DAY_GROUNDS[lawfulDay.because]}
          {statedDay?.facts.isOrdinary ? ' · sổ ghi sai' : null}
        </span>
      )}
      {statedDay ? (
        <span className="text-ink-2">
          «{statedDay.evidence}» · {statedDay.by}
        </span>
      ) : null}
    </li>
  );
}
