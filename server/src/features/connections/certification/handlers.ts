import type { Call, Handlers } from '../../../http/call.ts';
import { ensureProfile } from '../actions.ts';
import { cancelCertification, recallCertification, startAcceptance } from './accept.ts';
import { judgePair, judgingOf, type Told, undoJudgement } from './judge.ts';
import { createCertification, outlook, splitCertification, traitsOfErrors } from './open.ts';
import { certificationRow, listCertifications, listSample, presentCertification } from './present.ts';

const toldOf = ({
  user,
  context,
  requestId,
}: Pick<Call<'createCertification'>, 'user' | 'context' | 'requestId'>): Told => ({
  by: user.email,
  at: context.now(),
  requestId,
});

export const certificationHandlers = {
  getCertificationOutlook: async ({ context, query }) => {
    await ensureProfile(context, query.profileId);
    return outlook(context.db, query);
  },
  createCertification: async (call) => {
    await ensureProfile(call.context, call.body.profileId);
    return call.commit((tx) => createCertification(tx, call.body, toldOf(call)));
  },
  listCertifications: ({ context, query }) => listCertifications(context.db, query),
  getCertification: async ({ context, params }) => presentCertification(await certificationRow(context.db, params.id)),
  listCertificationSample: ({ context, params, query }) => listSample(context.db, params.id, query),
  getCertificationPair: async ({ context, params }) =>
    judgingOf(context.db, await certificationRow(context.db, params.id)),
  judgeCertificationPair: (call) => call.commit((tx) => judgePair(tx, call.params.id, call.body, toldOf(call))),
  undoCertificationJudgement: (call) =>
    call.commit((tx) => undoJudgement(tx, call.params.id, call.body.version, toldOf(call))),
  getCertificationTraits: async ({ context, params }) => ({ items: await traitsOfErrors(context.db, params.id) }),
  splitCertification: (call) => call.commit((tx) => splitCertification(tx, call.params.id, call.body, toldOf(call))),
  acceptCertification: (call) =>
    call.commit((tx) => startAcceptance(tx, call.context, call.params.id, call.body.version, toldOf(call))),
  cancelCertification: (call) =>
    call.commit(async (tx) =>
      presentCertification(await cancelCertification(tx, call.params.id, call.body.version, toldOf(call))),
    ),
  recallCertification: (call) =>
    call.commit(async (tx) =>
      presentCertification(await recallCertification(tx, call.params.id, call.body, toldOf(call))),
    ),
} satisfies Handlers;
