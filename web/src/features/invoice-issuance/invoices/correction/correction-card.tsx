import { correctedTogether, type Together } from '@khop/engine/invoice-issuance/issued/corrected-together.ts';
import { type Advice, adviceOn, CORRECTION_LAW } from '@khop/engine/invoice-issuance/issued/correction-advice.ts';
import { ERROR_KINDS, type ErrorKind } from '@khop/engine/invoice-issuance/issued/error-kinds.ts';
import { useState } from 'react';
import { useCall } from '../../../../api/query.ts';
import { Card } from '../../../../ui/card.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { formatDay, today } from '../../../../ui/format/time.ts';
import type { Invoice } from '../invoice.ts';
import { wrongInvoice, wrongOnes } from './wrong-invoice.ts';

const OPTIONS = (Object.keys(ERROR_KINDS) as ErrorKind[]).map((value) => ({ value, label: ERROR_KINDS[value].text }));

/** The lawful treatment of an error of an issued invoice. It only says: nothing here is carried out. */
export function CorrectionCard({ invoice }: { invoice: Invoice }) {
  const [error, setError] = useState<ErrorKind | null>(null);
  const wrong = wrongInvoice(invoice);
  const day = today();
  if (!wrong) return null;
  const advice = error === null ? undefined : adviceOn(wrong, error, day);
  return (
    <Card title="Cách xử lý hóa đơn sai" className="print:hidden">
      <div className="flex flex-col gap-3 text-grid">
        <Select
          label="Điều sai hoặc phát sinh"
          value={error}
          onChange={setError}
          options={OPTIONS}
          placeholder="Chọn một việc"
          className="max-w-xl"
        />
        {error !== null && day < CORRECTION_LAW.fromDate ? (
          <p className="m-0 text-ink-2">
            Cách đọc này theo {CORRECTION_LAW.source}, có hiệu lực từ {formatDay(CORRECTION_LAW.fromDate)}.
          </p>
        ) : null}
        {advice ? <AdviceText advice={advice} /> : null}
        {advice && error !== null ? <SameBuyer invoice={invoice} error={error} /> : null}
        <p className="m-0 text-small text-ink-2">
          Căn cứ {CORRECTION_LAW.source} {CORRECTION_LAW.reference}, chưa được chuyên gia xác nhận. Khớp chỉ nêu cách
          làm; việc lập, gửi và kê khai làm ở AMIS và cơ quan thuế.
        </p>
      </div>
    </Card>
  );
}

const heading = 'm-0 mb-1 text-grid font-semibold';
const list = 'm-0 list-disc space-y-1 pl-5';

function AdviceText({ advice: { rule, ways, refused, notes, period, reference } }: { advice: Advice }) {
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <section>
        <h3 className={heading}>
          {ways.length > 1 ? 'Chọn một cách' : 'Cách làm'} ({rule}, {reference})
        </h3>
        <ul className={list}>
          {ways.map(({ way, text, words }) => (
            <li key={way}>
              {text}
              {words ? <span className="block break-words text-ink-2">Ghi trên hóa đơn: «{words}»</span> : null}
            </li>
          ))}
        </ul>
      </section>
      {notes.length > 0 ? (
        <section>
          <h3 className={heading}>Phải nhớ</h3>
          <ul className={list}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h3 className={heading}>Kỳ kê khai</h3>
        <p className="m-0">{period}</p>
      </section>
      <section>
        <h3 className={heading}>Không được</h3>
        <ul className={list}>
          {refused.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const MOST = 100;

/** Other issued invoices of the buyer in the month, which one correcting invoice with a list could take in as well. */
function SameBuyer({ invoice, error }: { invoice: Invoice; error: ErrorKind }) {
  const date = invoice.invoiceDate ?? invoice.date;
  const isAsked = ERROR_KINDS[error].rule === 'C2' && invoice.buyer.customerCode !== '';
  const others = useCall(
    'listAmisInvoices',
    {
      params: { id: invoice.periodId },
      query: {
        ...{ profileId: invoice.profileId, status: 'issued', q: invoice.buyer.customerCode, limit: MOST },
      },
    },
    { enabled: isAsked },
  );
  if (!isAsked || !others.data) return null;
  const { groups }: Together = correctedTogether(wrongOnes(invoice, others.data.items, error));
  const [own] = groups;
  if (!own) return null;
  const rest = own.filter(({ number }) => number !== invoice.invoiceNumber);
  return (
    <section>
      <h3 className={heading}>Nhiều hóa đơn cùng sai (C3)</h3>
      <p className="m-0">
        Cùng người mua, tháng {date.slice(5, 7)}/{date.slice(0, 4)} còn hóa đơn số{' '}
        {rest.map(({ number }) => number).join(', ')}. Nếu chúng sai cùng loại, được lập một hóa đơn điều chỉnh hoặc
        thay thế kèm bảng kê 01/BK-ĐCTT; khác tháng, khác người mua hoặc khác loại sai thì riêng.
      </p>
    </section>
  );
}
