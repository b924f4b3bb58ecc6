import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { refresh, useAction, useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { draftOf } from '../../../shared/drafts/store.ts';
import { DraftNotice, useDraft } from '../../../shared/drafts/use-draft.tsx';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { type Period, useChoosePeriod, usePeriod } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Bound } from '../../../ui/fields/form.tsx';
import { today } from '../../../ui/format/time.ts';
import { AppLink } from '../../../ui/link.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner, SkeletonLines } from '../../../ui/states.tsx';
import { BranchBases } from './branch-bases.tsx';
import { BranchIssuers } from './branch-issuers.tsx';
import { GiftInvoices } from './gift-invoices.tsx';
import { Incidents } from './incidents.tsx';
import { Group, PeriodDays, type PeriodForm, PeriodRules } from './period-fields.tsx';
import { PeriodProfiles } from './period-profiles.tsx';
import { newTerms } from './period-terms.ts';
import { type PeriodValues, periodResolver, toBody, toValues } from './period-values.ts';

const FORM = 'period-form';
/** Name of the draft of a period that is not opened yet. */
const NEW = 'period new';

type PeriodDialogProps = { period?: Period; onClose: () => void };

const useActiveProfiles = () => useCall('listProfiles', { query: { limit: 500, isActive: 'true', sort: 'code' } });

/** Opens a period, or changes its terms: days, profiles in order, issuers per branch, rules. */
export function PeriodDialog({ period, onClose }: PeriodDialogProps) {
  const { periods } = usePeriod();
  const profiles = useActiveProfiles();
  // A form begins with its values, and the only profile there is belongs to those of the first period. A draft has its
  // own, and is shown at once: a session that ends meanwhile takes up again only what is shown.
  if (!period && profiles.isPending && draftOf(NEW) === undefined) return null;
  const ids = profiles.data?.items.map(({ id }) => id) ?? [];
  const start = period ?? newTerms(new Date(), periods, ids);
  return <PeriodFormDialog {...(period && { period })} start={start} onClose={onClose} />;
}

function PeriodFormDialog({ period, start, onClose }: PeriodDialogProps & { start: Parameters<typeof toValues>[0] }) {
  const draft = useDraft(period ? `period ${period.id}` : NEW, toValues(start), { isNew: !period });
  const form = useForm<PeriodValues>({ defaultValues: draft.start, resolver: periodResolver });
  draft.follow(form.watch());
  const giveUp = () => {
    draft.drop();
    onClose();
  };
  const save = useSavePeriod(period, { onSaved: giveUp, onStale: onClose, onGone: giveUp });
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
      <form
        id={FORM}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          const { currentTarget } = event;
          // The alert may be far above or below the part of the form that is seen.
          const show = () => currentTarget.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
          return form.handleSubmit(
            (values) => save.mutate(values),
            () => requestAnimationFrame(show),
          )(event);
        }}
      >
        {draft.restored ? <DraftNotice isOverTheirs={draft.isOverTheirs} onDiscard={giveUp} /> : null}
        <PeriodDays form={form} daysFixed={period !== undefined && period.status !== 'open'} />
        <ProfilesOfPeriod form={form} period={period} />
        <PeriodRules form={form} />
      </form>
    </Dialog>
  );
}

/** Sends what the form says and shows the period that came of it. */
function useSavePeriod(
  period: Period | undefined,
  on: { onSaved: () => void; onStale: () => void; onGone: () => void },
) {
  const client = useQueryClient();
  const choosePeriod = useChoosePeriod();
  return useAction(
    async (values: PeriodValues) => {
      const body = toBody(values);
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
        on.onSaved();
        if (!period) choosePeriod(saved.id);
      },
      onError: (error) => {
        // A colleague has deleted the period: what was typed cannot be taken up again.
        if (error instanceof ApiError && error.code === 'NOT_FOUND') on.onGone();
        if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return undefined;
        toast.error('Kỳ vừa được người khác sửa. Đã tải bản mới, hãy mở lại để sửa tiếp.');
        on.onStale();
        return true;
      },
    },
  );
}

/** The profiles of a period in their order: for which branches each issues, on which basis, and where its gifts are. */
function ProfilesOfPeriod({ form, period }: { form: PeriodForm; period: Period | undefined }) {
  const profiles = useActiveProfiles();
  const known = new Map(profiles.data?.items.map((profile) => [profile.id, profile]));
  const labelOf = (id: string): string => {
    const profile = known.get(id);
    // A profile that is no longer in use keeps its name in the periods that it is in.
    return profile ? `${profile.code} · ${profile.name}` : (period?.profiles.find((one) => one.id === id)?.name ?? id);
  };
  const chosen = form.watch('chosen').map((id) => ({ id, code: known.get(id)?.code ?? id }));
  return (
    <>
      <Group title="Hồ sơ của kỳ, theo thứ tự ưu tiên">
        {profiles.isPending ? <SkeletonLines lines={2} /> : null}
        {profiles.data?.items.length === 0 ? (
          <Banner tone="warning">
            Chưa có hồ sơ AMIS nào đang dùng. Hãy{' '}
            <AppLink to={paths.amisProfiles({ edit: 'new' })} className="text-current underline">
              tạo hồ sơ
            </AppLink>{' '}
            trước.
          </Banner>
        ) : null}
        <Bound control={form.control} name="chosen">
          {({ value, onChange, error }) => (
            <PeriodProfiles all={[...known.keys()]} labelOf={labelOf} value={value} onChange={onChange} error={error} />
          )}
        </Bound>
      </Group>
      <Group title="Hồ sơ được xuất hóa đơn cho từng chi nhánh Bravo">
        <Bound control={form.control} name="issuers">
          {({ value, onChange }) => (
            <BranchIssuers sold={period?.branches ?? []} profiles={chosen} value={value} onChange={onChange} />
          )}
        </Bound>
      </Group>
      <Group title="Căn cứ lập hóa đơn của từng hồ sơ">
        <Bound control={form.control} name="bases">
          {({ value, onChange }) => (
            <BranchBases
              written={form.watch('written')}
              onWrite={(issuer, basis) => {
                const { [issuer]: _, ...others } = form.getValues('written');
                const shouldValidate = form.formState.isSubmitted;
                form.setValue('written', basis ? { ...others, [issuer]: basis } : others, { shouldValidate });
              }}
              error={form.formState.errors.written?.message as string | undefined}
              issuers={form.watch('issuers')}
              profiles={chosen}
              value={value ?? null}
              onChange={onChange}
              today={today()}
            />
          )}
        </Bound>
      </Group>
      <Group title="Hóa đơn hàng khuyến mại, cho, biếu, tặng">
        <Bound control={form.control} name="gifts">
          {({ value, onChange }) => (
            <GiftInvoices profiles={chosen.map(({ code }) => code)} value={value} onChange={onChange} />
          )}
        </Bound>
      </Group>
      <Group title="Sự cố không lập được hóa đơn">
        <Bound control={form.control} name="incidents">
          {({ value, onChange }) => (
            <Incidents
              profiles={chosen.map(({ code }) => code)}
              value={value}
              onChange={onChange}
              isTried={form.formState.isSubmitted}
            />
          )}
        </Bound>
      </Group>
    </>
  );
}
