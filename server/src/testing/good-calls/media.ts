import type { GoodCalls } from './stage.ts';

/** The smallest picture: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const mediaCalls = {
  getUploadSignature: {},
  uploadMedia: {
    input: async ({ read }) => {
      const { api_key, timestamp, signature } = await read<Record<string, string | number>>('/cloudinary/signature');
      return { body: { api_key, timestamp: String(timestamp), signature }, file: { name: 'anh.png', content: PIXEL } };
    },
    after: (body, { notes }) =>
      void notes.set('image', new URL((body as { secure_url: string }).secure_url).pathname.split('/').at(-1)!),
    notKept: 'the same picture is stored again, as the service does whose place it takes',
  },
  getMedia: { input: ({ notes }) => ({ params: { id: notes.get('image')! } }) },
  uploadContractFile: {
    input: () => ({ body: {}, file: { name: 'hop-dong.pdf', content: Buffer.from('%PDF-1.7 hợp đồng') } }),
    after: (body, { notes }) => void notes.set('contract', (body as { id: string }).id),
  },
  getContractFile: { input: ({ notes }) => ({ params: { id: notes.get('contract')! } }) },
  revokeMySessions: { notKept: 'the session that asked is revoked' },
} as const satisfies GoodCalls;
