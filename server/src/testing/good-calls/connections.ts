import { workbookFile } from '../workbook-file.ts';
import { type GoodCalls, ofProfile, onFirst, type Sent, type Stage } from './stage.ts';

type Record = { id: string; code: string; version: number };

/** A pair without a connection: the last unconnected records of both sides. */
const pair =
  (kind: 'product' | 'partner', at: number) =>
  async ({ read, profileId }: Stage): Promise<object> => {
    const of = async (path: string) =>
      (await read<{ items: Record[] }>(`${path}connected=false&sort=-code`)).items[at]!;
    const amis = await of(`/amis/${kind}s?profileId=${profileId}&${kind === 'partner' ? 'type=customer&' : ''}`);
    const bravo = await of(`/bravo/${kind === 'product' ? 'items' : 'partners'}?`);
    const amisId = kind === 'product' ? { amisProductId: amis.id } : { amisPartnerId: amis.id };
    return { profileId, ...amisId, bravoCode: bravo.code };
  };

const body =
  (make: (stage: Stage) => Promise<object> | object) =>
  async (stage: Stage): Promise<Sent> => ({ body: await make(stage) });

const profileBody = body(({ profileId }) => ({ profileId }));
const acceptable = ({ profileId }: Stage): Sent => ({ query: { profileId, minScore: '0.9' } });
/** By code: the value of a suggestion is brought up to date in the background, and so may be its place by default. */
const suggestions = (kind: string) => (stage: Stage) =>
  `/${kind}-connections/suggestions?profileId=${stage.profileId}&sort=bravoCode`;

const acceptFirst = (kind: string) =>
  body(async (stage) => {
    const { id, version } = await stage.first(suggestions(kind)(stage));
    return { profileId: stage.profileId, choice: { items: [{ id, version }] } };
  });
const keepBatch =
  (kind: string) =>
  (answer: unknown, { notes }: Stage) =>
    void notes.set(`${kind} batch`, (answer as { batchId: string }).batchId);
const theBatch =
  (kind: string) =>
  ({ notes }: Stage): Sent => ({ params: { id: notes.get(`${kind} batch`)! } });

const file =
  (kind: 'product' | 'partner') =>
  async (stage: Stage): Promise<Sent> => {
    const { amisCode, bravoCode } = await stage.first<{ amisCode: string; bravoCode: string }>(
      `/${kind}-connections?profileId=${stage.profileId}`,
    );
    stage.notes.set('factor of', amisCode);
    return {
      ...ofProfile(stage),
      body: {},
      file: await workbookFile(`${kind}-connections`, [
        kind === 'product' ? { amisCode, bravoCode, factor: '3' } : { amisCode, bravoCode },
      ]),
    };
  };

const productCalls = {
  createProductConnection: { input: body(pair('product', 0)) },
  createProductConnections: {
    input: body(async (stage) => ({ items: [await pair('product', 0)(stage)] })),
  },
  getProductConnection: { input: onFirst('/product-connections') },
  listProductConnections: { input: ofProfile },
  updateProductConnection: {
    input: onFirst('/product-connections', ({ version }) => ({
      version,
      factor: '7',
      priority: 77,
      note: 'đã đối chiếu',
    })),
  },
  deleteProductConnection: { input: onFirst('/product-connections?sort=-createdAt') },
  getProductConnectionStats: { input: ofProfile },
  uploadProductConnections: { input: file('product') },
  generateProductSuggestions: { input: profileBody },
  refreshProductSuggestions: { input: profileBody },
  getProductSuggestionStatus: { input: ofProfile },
  getProductSuggestionQuality: { input: ofProfile },
  setProductLearning: {
    input: ({ profileId }) => ({ body: { profileId, enabled: false, version: 1 } }),
  },
  listProductSuggestions: { input: ofProfile },
  getAcceptableProductSuggestions: { input: acceptable },
  acceptProductSuggestions: { input: acceptFirst('product'), after: keepBatch('product') },
  undoProductSuggestionBatch: { input: theBatch('product') },
  rejectProductSuggestion: { input: onFirst(suggestions('product'), () => ({ reasonCode: 'same_name' })) },
  restoreProductSuggestion: { input: onFirst((stage) => `${suggestions('product')(stage)}&status=rejected`) },
} as const satisfies GoodCalls;

const partnerCalls = {
  createPartnerConnection: { input: body(pair('partner', 0)) },
  createPartnerConnections: {
    input: body(async (stage) => ({ items: [await pair('partner', 0)(stage)] })),
  },
  getPartnerConnection: { input: onFirst('/partner-connections') },
  listPartnerConnections: { input: ofProfile },
  updatePartnerConnection: {
    input: onFirst('/partner-connections', ({ version, isDefault }) => ({
      version,
      isDefault: !isDefault,
      note: 'đã đối chiếu',
    })),
  },
  deletePartnerConnection: { input: onFirst('/partner-connections?sort=-createdAt') },
  getPartnerConnectionStats: { input: ofProfile },
  uploadPartnerConnections: { input: file('partner') },
  generatePartnerSuggestions: { input: profileBody },
  refreshPartnerSuggestions: { input: profileBody },
  getPartnerSuggestionStatus: { input: ofProfile },
  getPartnerSuggestionQuality: { input: ofProfile },
  setPartnerLearning: {
    input: ({ profileId }) => ({ body: { profileId, enabled: false, version: 1 } }),
  },
  listPartnerSuggestions: { input: ofProfile },
  getAcceptablePartnerSuggestions: { input: acceptable },
  acceptPartnerSuggestions: { input: acceptFirst('partner'), after: keepBatch('partner') },
  undoPartnerSuggestionBatch: { input: theBatch('partner') },
  rejectPartnerSuggestion: { input: onFirst(suggestions('partner'), () => ({ reasonCode: 'same_name' })) },
  restorePartnerSuggestion: { input: onFirst((stage) => `${suggestions('partner')(stage)}&status=rejected`) },
} as const satisfies GoodCalls;

export const connectionCalls = {
  listRejectionReasons: { input: () => ({ query: { kind: 'product' } }) },
  ...productCalls,
  ...partnerCalls,
} as const satisfies GoodCalls;
