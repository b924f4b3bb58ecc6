import { CHANGE_REASONS, type ChangeCode } from '@khop/engine/invoice-issuance/changes/change-codes.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { formatRelative } from '../../../ui/format/time.ts';
import { Banner } from '../../../ui/states.tsx';
import type { PeriodRuns } from '../actions/use-period-runs.ts';
import { alreadyInvoicedNote } from './plan-note.ts';
import { RegenerationChanges } from './regeneration-changes.tsx';

type Proposal = NonNullable<OutputOf<'getRegeneration'>['proposal']>;

const cell = 'tabular py-1 pl-4 text-right whitespace-nowrap';

/**
 * The changes of a regeneration before it is applied; after it, the way back, or the reason why there is none any more.
 */
export function RegenerationCard({ period, runs }: { period: Period; runs: PeriodRuns }) {
  const { data } = useCall('getRegeneration', { params: { id: period.id } });
  if (data?.proposal) return <ProposalCard period={period} proposal={data.proposal} runs={runs} />;
  if (!data?.undo || period.status === 'closed') return null;
  const { change, at, by, refusal } = data.undo;
  if (refusal !== null) {
    return (
      <Banner tone="info">
        Không hoàn tác được lần sinh lại {formatRelative(at)} ({by}) nữa. {refusal}
      </Banner>
    );
  }
  return (
    <Banner
      tone="info"
      action={
        <Button
          size="sm"
          icon={<Undo2 aria-hidden />}
          busy={runs.generation.busy}
          onClick={() => void runs.generation.start({ step: 'undo' })}
        >
          Hoàn tác sinh lại
        </Button>
      }
    >
      Lần sinh lại {formatRelative(at)} ({by}) đã thêm {formatCount(change.added)}, đổi {formatCount(change.changed)},
      bỏ {formatCount(change.removed)} hóa đơn. Hoàn tác được cho đến khi xuất tệp, sửa hóa đơn hoặc sinh lại lần nữa.
    </Banner>
  );
}

function ProposalCard({ period, proposal, runs }: { period: Period; proposal: Proposal; runs: PeriodRuns }) {
  const [listed, setListed] = useState<ChangeCode | ''>();
  const discard = useAction(() => call('discardRegeneration', { params: { id: period.id } }), {
    invalidates: PERIOD_READS,
  });
  const { change, isStale, addOnly } = proposal;
  const count = change.added + change.changed + change.removed;
  return (
    <Card
      title={addOnly ? 'Xem trước: chỉ thêm, không đổi' : 'Xem trước sinh lại'}
      className="border-primary"
      actions={
        <>
          <Button size="sm" busy={discard.isPending} disabled={runs.generation.busy} onClick={() => discard.mutate()}>
            Bỏ bản này
          </Button>
          <Button
            size="sm"
            disabled={runs.generation.busy}
            onClick={() => void runs.generation.start({ step: 'preview', addOnly: !addOnly })}
          >
            {addOnly ? 'Xem trước sinh lại cả kỳ' : 'Chỉ thêm, không đổi'}
          </Button>
          {isStale ? (
            <Button
              size="sm"
              variant="primary"
              busy={runs.generation.busy}
              onClick={() => void runs.generation.start({ step: 'preview', addOnly })}
            >
              Xem trước lại
            </Button>
          ) : (
            <Button
              size="sm"
              variant="primary"
              busy={runs.generation.busy}
              onClick={() => void runs.generation.start({ step: 'apply' })}
            >
              Áp dụng
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {isStale ? (
          <Banner tone="warning">
            Dữ liệu của kỳ (hoặc bản phần mềm) đã đổi sau khi xem trước, nên bản này không áp dụng được nữa. Hãy xem
            trước lại.
          </Banner>
        ) : null}
        <p className="m-0 text-grid text-ink-2">
          {formatCount(change.kept)} hóa đơn giữ nguyên. Chưa có gì được ghi: hóa đơn hiện có chỉ đổi khi áp dụng.{' '}
          {proposal.by} xem trước {formatRelative(proposal.at)}.
        </p>
        <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[3fr_2fr]">
          <ByProfile proposal={proposal} />
          <TieOutChange proposal={proposal} />
        </div>
        {count > 0 ? (
          <div className="flex flex-wrap items-center gap-2">
            <Button size="sm" onClick={() => setListed('')}>
              Xem {formatCount(count)} hóa đơn thay đổi
            </Button>
            {proposal.reasons.map(({ code, count: invoices }) => (
              <Button key={code} size="sm" variant="ghost" onClick={() => setListed(code)}>
                {CHANGE_REASONS[code]}: {formatCount(invoices)}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      {listed !== undefined ? (
        <RegenerationChanges period={period} reason={listed} onClose={() => setListed(undefined)} />
      ) : null}
    </Card>
  );
}

function ByProfile({ proposal }: { proposal: Proposal }) {
  return (
    // Scrolls on phones, so it can be reached by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region without a focusable child needs it
    <section aria-label="Thay đổi theo hồ sơ" tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th className="py-1 text-left font-medium whitespace-nowrap">Hồ sơ</th>
            <th className={cn(cell, 'font-medium')}>Thêm</th>
            <th className={cn(cell, 'font-medium')}>Đổi (trước → sau)</th>
            <th className={cn(cell, 'font-medium')}>Bỏ</th>
          </tr>
        </thead>
        <tbody>
          {proposal.profiles.map(({ profileId, code, added, changed, removed }) => (
            <tr key={profileId}>
              <td className="py-1 font-medium">{code}</td>
              <td className={cell}>
                <Moved count={added.count} amount={formatVnd(added.after)} />
              </td>
              <td className={cell}>
                <Moved count={changed.count} amount={`${formatVnd(changed.before)} → ${formatVnd(changed.after)}`} />
              </td>
              <td className={cell}>
                <Moved count={removed.count} amount={formatVnd(removed.before)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The number and the amount of invoices; one under the other where there is little room. */
function Moved({ count, amount }: { count: number; amount: string }) {
  if (count === 0) return '–';
  return (
    <>
      {formatCount(count)}
      <span className="max-sm:hidden"> · </span>
      <span className="max-sm:block max-sm:text-small max-sm:text-ink-2">{amount}</span>
    </>
  );
}

const PLACES = [
  ['invoiced', 'Lập hóa đơn'],
  ['alreadyInvoiced', 'Đã xuất ở AMIS'],
  ['unallocated', 'Chưa xuất'],
  ['excluded', 'Loại khỏi kỳ'],
] as const;

/** The tie-out before and after a regeneration; the ledger itself never changes. */
function TieOutChange({ proposal: { before, after } }: { proposal: Proposal }) {
  const note = alreadyInvoicedNote(before.alreadyInvoiced, after.alreadyInvoiced);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region without a focusable child needs it
    <section aria-label="Cân đối trước và sau" tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th className="py-1 text-left font-medium">Trước thuế</th>
            <th className={cn(cell, 'font-medium')}>Hiện nay</th>
            <th className={cn(cell, 'font-medium')}>Sau khi áp dụng</th>
          </tr>
        </thead>
        <tbody>
          {PLACES.map(([place, label]) => (
            <tr key={place}>
              <td className="py-1">{label}</td>
              <td className={cell}>{formatVnd(before[place])}</td>
              <td className={cn(cell, before[place] !== after[place] && 'font-semibold')}>{formatVnd(after[place])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <p className="m-0 mt-1 text-small text-ink-2">{note}</p> : null}
    </section>
  );
}
