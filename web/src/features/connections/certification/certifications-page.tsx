import { ShieldCheck } from 'lucide-react';
import { useList } from '../../../api/lists.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { useListSearch, usePageSearch } from '../../../search.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { useProfileId } from '../../../shared/profile-id.ts';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { useParam } from '../../../shared/use-param.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Kind } from '../kinds.ts';
import { NewCertificationDialog } from './new-certification-dialog.tsx';
import { boundText, bucketText, STATES } from './words.ts';

type Row = ItemOf<'listCertifications'>;

const columns: GridColumn<Row>[] = [
  { id: 'bucket', header: 'Nhóm', value: bucketText, opens: true, pinned: true, width: 260, grow: true },
  {
    id: 'state',
    header: 'Trạng thái',
    value: (row) => STATES[row.state].word,
    cell: (row) => <Chip tone={STATES[row.state].tone}>{STATES[row.state].word}</Chip>,
    width: 150,
  },
  { id: 'members', header: 'Số cặp', kind: 'count', value: (row) => row.members, width: 90 },
  { id: 'value', header: 'Giá trị', kind: 'vnd', value: (row) => row.value, width: 140 },
  { id: 'maxError', header: 'Sai tối đa', value: (row) => boundText(row.maxError), width: 96 },
  { id: 'judged', header: 'Đã xem', kind: 'count', value: (row) => row.judged, width: 90 },
  { id: 'rowsBound', header: 'Cận theo dòng', value: (row) => boundText(row.rowsBound), width: 120 },
  { id: 'valueBound', header: 'Cận theo đồng', value: (row) => boundText(row.valueBound), width: 120 },
  { id: 'accepted', header: 'Đã nối', kind: 'count', value: (row) => row.accepted, width: 90 },
  { id: 'corrected', header: 'Sửa về sau', kind: 'count', value: (row) => row.corrected, width: 100 },
  { id: 'createdAt', header: 'Mở lúc', kind: 'instant', value: (row) => row.createdAt, sort: true, width: 140 },
  { id: 'createdBy', header: 'Người mở', value: (row) => row.createdBy, width: 170 },
];

/** The buckets that were accepted with a bound, or are about to be. */
export function CertificationsList({ kind }: { kind: Kind }) {
  const profileId = useProfileId();
  const search = useListSearch(['state'], { sort: '-createdAt' });
  const source = useList('listCertifications', { search, fixed: { profileId, kind: kind.name } });
  const [creating, setCreating] = useParam('new');
  const { minScore, words } = usePageSearch();
  const go = useGo();
  const one = (id: string) => paths.certification(profileId, kind.name, id);
  const begin = (
    <Button variant="primary" icon={<ShieldCheck aria-hidden />} onClick={() => setCreating('true')}>
      Bảo chứng một nhóm
    </Button>
  );
  return (
    <Page
      title="Chấp nhận có bảo chứng"
      crumbs={[
        { label: kind.title, to: paths.connections(profileId, kind.name) },
        { label: 'Duyệt gợi ý', to: paths.suggestions(profileId, kind.name) },
      ]}
      kind="list"
      description="Xem một mẫu ngẫu nhiên, không nhìn điểm; nối cả nhóm khi mẫu chứng minh được nhóm sai không quá mức đã chọn."
      actions={begin}
    >
      <ListGrid
        search={search}
        id={`${kind.name}-certifications`}
        label="Chấp nhận có bảo chứng"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={(row) => go(one(row.id))}
        href={(row) => one(row.id)}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm từ khóa của nhóm…" />
            <ListFilter
              several
              search={search}
              name="state"
              label="Trạng thái"
              options={Object.entries(STATES).map(([value, { word }]) => ({ value, label: word }))}
            />
          </>
        }
        empty={
          <EmptyState
            title="Chưa có nhóm nào được bảo chứng."
            hint="Chọn một nhóm gợi ý theo điểm, xem vài trăm cặp rút ngẫu nhiên là đủ để nối cả nhóm với một mức sai được chứng minh."
            action={begin}
          />
        }
      />
      {creating ? (
        <NewCertificationDialog
          kind={kind}
          profileId={profileId}
          minScore={minScore}
          words={words}
          onClose={() => setCreating(undefined, true)}
          onCreated={(id) => go(one(id))}
        />
      ) : null}
    </Page>
  );
}
