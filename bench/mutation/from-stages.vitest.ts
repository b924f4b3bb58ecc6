import handlers from './handlers.vitest.ts';

/** The tests of the handlers, each begun as it is where a fault has it run alone. */
export default { ...handlers, test: { ...handlers.test, provide: { eachFromItsStage: true } } };
