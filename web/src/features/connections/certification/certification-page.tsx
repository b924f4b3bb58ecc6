import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { keyOf, useCall } from '../../../api/query.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { useProfileId } from '../../../shared/profile-id.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import { BlindDesk } from './blind-desk.tsx';
import { Certificate } from './certificate.tsx';
import { ProvenCard } from './proven-card.tsx';
import { bucketText, type Judging, STATES } from './words.ts';

/** One bucket: its sample while it is judged, what it proves, and its certificate once it was accepted. */
export function CertificationView({ kind }: { kind: Kind }) {
  const profileId = useProfileId();
  const { id } = useParams({ strict: false }) as { id: string };
  const client = useQueryClient();
  const input = { params: { id } };
  const judging = useCall('getCertificationPair', input);
  const [goingOn, setGoingOn] = useState(false);
  const show = (next: Judging) => client.setQueryData(keyOf('getCertificationPair', input), next);
  const row = judging.data?.certification;
  const isJudged = row?.state === 'judging' || (row?.state === 'recalled' && goingOn);
  return (
    <Page
      title={row && isJudged ? 'Xem mẫu bảo chứng' : 'Chứng chỉ bảo chứng'}
      crumbs={[
        { label: kind.title, to: paths.connections(profileId, kind.name) },
        { label: 'Chấp nhận có bảo chứng', to: paths.certifications(profileId, kind.name) },
      ]}
      kind={isJudged ? 'list' : 'document'}
      description={
        row ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Chip tone={STATES[row.state].tone} icon>
              {STATES[row.state].word}
            </Chip>
            {bucketText(row)}
          </span>
        ) : null
      }
    >
      {!judging.data || !row ? (
        judging.isError ? (
          <ErrorState message={judging.error.message} onRetry={() => void judging.refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )
      ) : isJudged ? (
        <BlindDesk kind={kind} judging={judging.data} onJudging={show} reload={() => void judging.refetch()} />
      ) : row.state === 'proven' || row.state === 'accepting' ? (
        <ProvenCard kind={kind} certification={row} onJudging={show} reload={() => void judging.refetch()} />
      ) : (
        <Certificate
          kind={kind}
          certification={row}
          reload={() => void judging.refetch()}
          goOn={
            row.state === 'recalled' && row.recalledBy === null && judging.data.pair ? (
              <Button variant="primary" onClick={() => setGoingOn(true)}>
                Xem thêm cặp của mẫu
              </Button>
            ) : null
          }
        />
      )}
    </Page>
  );
}
