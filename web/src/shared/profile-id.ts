import { useParams } from '@tanstack/react-router';

/** The profile of the page's address. */
export const useProfileId = (): string => (useParams({ strict: false }) as { profileId: string }).profileId;
