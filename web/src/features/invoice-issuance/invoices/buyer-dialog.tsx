import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { DraftNotice, useDraft } from '../../../shared/drafts/use-draft.tsx';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { cn } from '../../../ui/cn.ts';
import { SearchField, TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner, EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Invoice } from './invoice.ts';

type Option = ItemOf<'listCustomerOptions'>;

const FOUND: Readonly<Record<Option['found'], string>> = {
  connection: 'Đã nối',
  tax_code: 'Trùng MST',
  search: 'Tìm thấy',
};

export const buyerDraft = (invoiceId: string): string => `buyer ${invoiceId}`;

/** Chooses another buyer for a draft: freely within the same legal person, with a reason beyond it. */
export function BuyerDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const draft = useDraft(buyerDraft(invoice.id), { q: '', chosen: undefined as Option | undefined, reason: '' });
  const [q, setQ] = useState(draft.start.q);
  const [chosen, setChosen] = useState(draft.start.chosen);
  const [reason, setReason] = useState(draft.start.reason);
  draft.follow({ q, chosen, reason });
  const giveUp = () => {
    draft.drop();
    onClose();
  };
  const found = useCall(
    'listCustomerOptions',
    { params: { id: invoice.id }, query: { limit: 50, ...(q && { q }) } },
    { keepPrevious: true },
  );
  const needsReason = chosen !== undefined && !chosen.sameLegalPerson;
  const save = useAction(
    (option: Option) =>
      call('updateInvoiceCustomer', {
        params: { id: invoice.id },
        body: {
          version: invoice.version,
          customerId: option.customerId,
          ...(reason.trim() && { reason: reason.trim() }),
        },
      }),
    {
      invalidates: [...PERIOD_READS, 'listRecordHistory'],
      onSuccess: (saved) => {
        toast.success(`Đã đổi người mua thành «${saved.buyer.name}». Hóa đơn được ghim.`);
        giveUp();
      },
      onError: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return undefined;
        toast.error('Hóa đơn vừa được người khác sửa. Đã tải bản mới, hãy chọn lại.');
        onClose();
        return true;
      },
    },
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width="lg"
      title="Đổi người mua"
      description={`Sổ Bravo ghi: ${invoice.ledgerBuyer.code} · ${invoice.ledgerBuyer.name}${invoice.ledgerBuyer.taxCode ? ` · MST ${invoice.ledgerBuyer.taxCode}` : ''}`}
      footer={
        <>
          <Button onClick={giveUp}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            disabled={!chosen || (needsReason && !reason.trim())}
            busy={save.isPending}
            onClick={() => chosen && save.mutate(chosen)}
          >
            Đổi người mua
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {draft.restored ? <DraftNotice onDiscard={giveUp} /> : null}
        <SearchField
          value={q}
          onChange={setQ}
          placeholder="Tìm khách hàng của hồ sơ theo mã, tên, MST…"
          className="w-full sm:w-full"
        />
        {found.isError && !found.data ? (
          <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />
        ) : null}
        {found.isPending ? <SkeletonLines lines={3} /> : null}
        {found.data?.items.length === 0 ? (
          <EmptyState
            title={q ? 'Không tìm thấy khách hàng nào.' : 'Chưa có khách hàng nào nối hoặc trùng mã số thuế.'}
            hint="Gõ tên hoặc mã để tìm trong danh sách khách hàng của hồ sơ."
          />
        ) : null}
        <BuyerOptions options={found.data?.items} chosen={chosen} onChoose={setChosen} />
        {needsReason ? (
          <>
            <Banner tone="warning">
              Người mua này khác pháp nhân với sổ Bravo. Cần ghi lý do; lý do được lưu vào nhật ký.
            </Banner>
            <TextField
              label="Lý do"
              required
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function BuyerOptions({
  options,
  chosen,
  onChoose,
}: {
  options: readonly Option[] | undefined;
  chosen: Option | undefined;
  onChoose: (option: Option) => void;
}) {
  return (
    <div
      role="radiogroup"
      aria-label="Khách hàng"
      className="max-h-[42vh] divide-y divide-line overflow-y-auto rounded-md border border-line empty:hidden"
    >
      {options?.map((option) => (
        <label
          key={option.customerId}
          className={cn(
            'flex cursor-pointer items-start gap-2 px-3 py-1.5 hover:bg-hover',
            chosen?.customerId === option.customerId && 'bg-tint-soft',
          )}
        >
          <input
            type="radio"
            name="customer"
            className="mt-1 accent-primary"
            checked={chosen?.customerId === option.customerId}
            onChange={() => onChoose(option)}
          />
          <span className="min-w-0 grow">
            <span className="block text-base">
              {option.code} · {option.name}
            </span>
            <span className="block text-small text-ink-2">
              {option.taxCode ? `MST ${option.taxCode} · ` : ''}
              {option.address}
            </span>
          </span>
          <Chip tone={option.found === 'search' ? 'grey' : 'green'}>{FOUND[option.found]}</Chip>
        </label>
      ))}
    </div>
  );
}
