import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { refresh, useAction, useCall } from '../../../api/query.ts';
import { DraftNotice, useDraft } from '../../../shared/drafts/use-draft.tsx';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { type Period, useChoosePeriod, usePeriod } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { formatVnd } from '../../../ui/format/number.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner, SkeletonLines } from '../../../ui/states.tsx';
import { listOf, missingOf, newTerms, textOf } from './period-terms.ts';

const FORM = 'period-form';

/** Opens a period, or changes its terms: days, profiles in order, issuers per branch, rules. */
export function PeriodDialog({ period, onClose }: { period?: Period; onClose: () => void }) {
  const client = useQueryClient();
  const choosePeriod = useChoosePeriod();
  const { periods } = usePeriod();
  const profiles = useCall('listProfiles', { query: { limit: 500, isActive: 'true', sort: 'code' } });
  const given = period ?? newTerms(new Date(), periods);
  const draft = useDraft(`period ${period?.id ?? 'new'}`, {
    name: given.name,
    fromDate: given.fromDate as string | null,
    toDate: given.toDate as string | null,
    planned: given.plannedInvoiceDate as string | null,
    chosen: [...given.profileIds],
    issuers: Object.fromEntries(Object.entries(given.issuers).map(([branch, ids]) => [branch, [...ids]])) as Record<
      string,
      string[]
    >,
    cancelled: textOf(given.rules?.cancelledDocStatuses),
    internal: textOf(given.rules?.internalPartnerCodes),
    divisible: textOf(given.rules?.divisibleUnits ?? ['kg', 'g', 'm', 'mét', 'lít', 'l']),
    aggregate: given.rules?.aggregateConsumersPerDay ?? false,
  });
  const { start } = draft;
  const [name, setName] = useState(start.name);
  const [fromDate, setFromDate] = useState(start.fromDate);
  const [toDate, setToDate] = useState(start.toDate);
  const [planned, setPlanned] = useState(start.planned);
  const [chosen, setChosen] = useState(start.chosen);
  const [issuers, setIssuers] = useState(start.issuers);
  const [newBranch, setNewBranch] = useState('');
  const [cancelled, setCancelled] = useState(start.cancelled);
  const [internal, setInternal] = useState(start.internal);
  const [divisible, setDivisible] = useState(start.divisible);
  const [aggregate, setAggregate] = useState(start.aggregate);
  draft.follow({ name, fromDate, toDate, planned, chosen, issuers, cancelled, internal, divisible, aggregate });
  const giveUp = () => {
    draft.drop();
    onClose();
  };
  const [tried, setTried] = useState(false);
  const save = useAction(
    async () => {
      const body = {
        name: name.trim(),
        fromDate: fromDate ?? '',
        toDate: toDate ?? '',
        plannedInvoiceDate: planned ?? '',
        profileIds: chosen,
        issuers: Object.fromEntries(
          Object.entries(issuers).map(([branch, ids]) => [branch, ids.filter((id) => chosen.includes(id))]),
        ),
        rules: {
          aggregateConsumersPerDay: aggregate,
          cancelledDocStatuses: listOf(cancelled),
          internalPartnerCodes: listOf(internal),
          divisibleUnits: listOf(divisible),
        },
      };
      if (period)
        return call('updatePeriod', { params: { id: period.id }, body: { ...body, version: period.version } });
      const opened = await call('createPeriod', { body });
      // Known before it is shown: a page does not go to a period that its list does not have.
      await refresh(client, ['listPeriods']);
      return opened;
    },
    {
      invalidates: PERIOD_READS,
      onSuccess: (saved) => {
        toast.success(period ? `Đã lưu kỳ «${saved.name}».` : `Đã mở kỳ «${saved.name}».`);
        giveUp();
        if (!period) choosePeriod(saved.id);
      },
      onError: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return undefined;
        toast.error('Kỳ vừa được người khác sửa. Đã tải bản mới, hãy mở lại để sửa tiếp.');
        onClose();
        return true;
      },
    },
  );
  const known = new Map(profiles.data?.items.map((profile) => [profile.id, profile]));
  const branches = [...new Set([...(period?.branches.map(({ code }) => code) ?? []), ...Object.keys(issuers)])].sort();
  const daysFixed = period !== undefined && period.status !== 'open';
  const missing = missingOf({ name, fromDate, toDate, planned, chosen });
  const errors = tried ? missing : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(missing).length === 0) save.mutate();
  };
  const move = (id: string, by: number) =>
    setChosen((now) => {
      const at = now.indexOf(id);
      const next = now.filter((other) => other !== id);
      next.splice(Math.max(0, at + by), 0, id);
      return next;
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width="lg"
      title={period ? `Thiết lập kỳ «${period.name}»` : 'Mở kỳ phát hành'}
      footer={
        <>
          <Button onClick={giveUp}>{strings.common.cancel}</Button>
          <Button variant="primary" type="submit" form={FORM} busy={save.isPending}>
            {period ? strings.common.save : 'Mở kỳ'}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {draft.restored ? <DraftNotice onDiscard={giveUp} /> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Tên kỳ"
            required
            error={errors.name}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <DateField
            label="Ngày lập hóa đơn dự kiến"
            required
            error={errors.planned}
            value={planned}
            onChange={setPlanned}
          />
          <DateField
            label="Từ ngày"
            required
            error={errors.fromDate}
            value={fromDate}
            onChange={setFromDate}
            disabled={daysFixed}
          />
          <DateField
            label="Đến ngày"
            required
            error={errors.toDate}
            value={toDate}
            onChange={setToDate}
            disabled={daysFixed}
          />
        </div>
        <fieldset className="m-0 border-0 p-0">
          <legend className="mb-1 p-0 text-base font-semibold">Hồ sơ của kỳ, theo thứ tự ưu tiên</legend>
          {profiles.isPending ? <SkeletonLines lines={2} /> : null}
          {profiles.data?.items.length === 0 ? (
            <Banner tone="warning">Chưa có hồ sơ AMIS nào đang dùng. Hãy tạo hồ sơ trước.</Banner>
          ) : null}
          <ul className="m-0 flex list-none flex-col gap-1 p-0">
            {[...chosen, ...[...known.keys()].filter((id) => !chosen.includes(id))].map((id) => {
              const on = chosen.includes(id);
              const profile = known.get(id);
              const label = profile
                ? `${profile.code} · ${profile.name}`
                : (period?.profiles.find((one) => one.id === id)?.name ?? id);
              return (
                <li key={id} className="flex items-center gap-1">
                  <span className="min-w-0 grow">
                    <Checkbox
                      label={label}
                      checked={on}
                      onChange={(checked) =>
                        setChosen((now) => (checked ? [...now, id] : now.filter((other) => other !== id)))
                      }
                    />
                  </span>
                  {on && chosen.length > 1 ? (
                    <>
                      <IconButton
                        size="sm"
                        label={`Đưa ${label} lên trước`}
                        icon={<ArrowUp aria-hidden />}
                        disabled={chosen[0] === id}
                        onClick={() => move(id, -1)}
                      />
                      <IconButton
                        size="sm"
                        label={`Đưa ${label} ra sau`}
                        icon={<ArrowDown aria-hidden />}
                        disabled={chosen.at(-1) === id}
                        onClick={() => move(id, 1)}
                      />
                    </>
                  ) : null}
                </li>
              );
            })}
          </ul>
          {errors.chosen ? (
            <p role="alert" className="m-0 mt-1 text-small text-red-ink">
              {errors.chosen}
            </p>
          ) : null}
        </fieldset>
        <fieldset className="m-0 border-0 p-0">
          <legend className="mb-1 p-0 text-base font-semibold">Hồ sơ được xuất hóa đơn cho từng chi nhánh Bravo</legend>
          <p className="m-0 mb-2 text-grid text-ink-2">
            Không khai thì doanh thu của chi nhánh đó không được xuất: chỉ hồ sơ thật sự bán mới được xuất hóa đơn.
          </p>
          {branches.length === 0 ? (
            <p className="m-0 mb-2 text-grid text-ink-3">
              Nạp sổ bán hàng để thấy các chi nhánh, hoặc gõ mã chi nhánh ở dưới.
            </p>
          ) : null}
          {branches.map((branch) => {
            const amount = period?.branches.find(({ code }) => code === branch)?.amount;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in every browser
              <div
                key={branch}
                role="group"
                aria-label={`Chi nhánh ${branch}`}
                className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line px-3 py-2"
              >
                <span className="w-40">
                  <span className="block font-medium">{branch}</span>
                  {amount === undefined ? null : (
                    <span className="tabular text-small text-ink-3">{formatVnd(amount)} đồng</span>
                  )}
                </span>
                {chosen.map((id) => (
                  <Checkbox
                    key={id}
                    label={known.get(id)?.code ?? id}
                    checked={issuers[branch]?.includes(id) ?? false}
                    onChange={(checked) =>
                      setIssuers((now) => ({
                        ...now,
                        [branch]: checked
                          ? [...(now[branch] ?? []), id]
                          : (now[branch] ?? []).filter((other) => other !== id),
                      }))
                    }
                  />
                ))}
              </div>
            );
          })}
          <div className="flex items-end gap-2">
            <TextField
              label="Thêm chi nhánh"
              value={newBranch}
              maxLength={50}
              onChange={(event) => setNewBranch(event.target.value)}
            />
            <Button
              disabled={!newBranch.trim()}
              onClick={() => {
                setIssuers((now) => ({ ...now, [newBranch.trim()]: now[newBranch.trim()] ?? [] }));
                setNewBranch('');
              }}
            >
              Thêm
            </Button>
          </div>
        </fieldset>
        <fieldset className="m-0 border-0 p-0">
          <legend className="mb-1 p-0 text-base font-semibold">Quy tắc</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label="Trạng thái chứng từ đã hủy"
              hint="Mã DocStatus của Bravo, cách nhau bằng dấu phẩy"
              value={cancelled}
              onChange={(event) => setCancelled(event.target.value)}
            />
            <TextField
              label="Đơn vị chia lẻ được"
              hint="Đơn vị khác chỉ xuất số nguyên"
              value={divisible}
              onChange={(event) => setDivisible(event.target.value)}
            />
            <div className="sm:col-span-2">
              <TextArea
                label="Đối tượng nội bộ"
                hint="Mã đối tượng Bravo là công ty cùng tập đoàn"
                rows={2}
                value={internal}
                onChange={(event) => setInternal(event.target.value)}
              />
            </div>
            <div className="sm:col-span-2">
              <Checkbox
                label="Gộp khách không lấy hóa đơn theo ngày"
                hint="Chỉ một số ngành nghề được phép; hỏi kế toán thuế trước khi bật."
                checked={aggregate}
                onChange={setAggregate}
              />
            </div>
          </div>
        </fieldset>
      </form>
    </Dialog>
  );
}
