import type { InputOf } from '../../../api/operations.ts';

/** An incident of a profile, by its code; a day that is not chosen yet is ''. */
export type Incident = NonNullable<NonNullable<InputOf<'createPeriod'>['body']['rules']>['incidents']>[number];

/** The fields of an incident that keep the period from being saved, in words. */
export const incidentProblems = ({
  fromDate,
  endedOn,
  evidence,
}: Incident): { readonly [field in 'fromDate' | 'endedOn' | 'evidence']?: string } => ({
  ...(fromDate === '' && { fromDate: 'Nhập ngày.' }),
  ...(endedOn === '' && { endedOn: 'Nhập ngày.' }),
  ...(endedOn !== '' && endedOn < fromDate && { endedOn: 'Ngày khắc phục không được trước ngày xảy ra.' }),
  ...(evidence.trim() === '' && { evidence: 'Ghi bằng chứng đang giữ.' }),
});
