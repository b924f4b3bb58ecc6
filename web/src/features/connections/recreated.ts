import type { Connection } from './columns.tsx';

/** A connection that was removed, as the call takes it that makes it again. */
export function recreated(connection: Connection) {
  const { profileId, bravoCode, note } = connection;
  return 'amisProductId' in connection
    ? {
        profileId,
        bravoCode,
        note,
        amisProductId: connection.amisProductId,
        factor: connection.factor,
        priority: connection.priority,
      }
    : { profileId, bravoCode, note, amisPartnerId: connection.amisPartnerId, isDefault: connection.isDefault };
}
