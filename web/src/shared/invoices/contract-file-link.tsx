import { download } from '../../api/files.ts';
import { useAction } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';

/** The name of a contract that is kept; pressing it has the file. */
export function ContractFileLink({ file: { id, fileName } }: { file: { id: string; fileName: string } }) {
  const open = useAction(() => download('getContractFile', { params: { id } }, { fileName }));
  return (
    <Button
      variant="link"
      size="sm"
      className="h-auto! min-w-0 shrink! text-left break-words whitespace-normal!"
      title={`Tải tệp hợp đồng ${fileName}`}
      busy={open.isPending}
      onClick={() => open.mutate()}
    >
      {fileName}
    </Button>
  );
}
