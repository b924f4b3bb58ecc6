import { WarehouseForm } from '../../shared/upload/warehouse-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** The warehouses of a profile: what its reports call them, and their codes in AMIS. */
export function WarehousesDialog({ profile, onClose }: { profile: { id: string; name: string }; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Mã kho · ${profile.name}`}
      description="Báo cáo AMIS có khi chỉ ghi tên kho: mỗi tên ở đây là mã nào trong AMIS. Để trống là bỏ."
    >
      <WarehouseForm profileId={profile.id} names={[]} action="Lưu" onSaved={onClose} />
    </Dialog>
  );
}
