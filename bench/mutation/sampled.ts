import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, MutantResult, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import type { Reporter } from '@stryker-mutator/api/report';
import { nameOf } from './mutants.ts';
import { changeOf, isEndless } from './report.ts';

/** The status of a mutant outside the sample. */
export const NOT_SAMPLED = 'not in the sample';

/** Lets only the mutants of the sample through to the tests: Stryker asks checkers which mutants are worth trying. */
class Sampled implements Checker {
  static inject = tokens(commonTokens.options);
  readonly #wanted: ReadonlySet<string>;

  constructor(options: StrykerOptions) {
    this.#wanted = new Set(options.sampled as string[]);
  }

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const answer = (mutant: Mutant): CheckResult =>
      this.#wanted.has(nameOf(mutant))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: NOT_SAMPLED };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, answer(mutant)]));
  }
}

/** The first line of a failing test's message, shortened. */
const said = (reason = ''): string => reason.split('\n')[0]!.slice(0, 120);

/** Tells of every fault as soon as it is known whether a test notices it, and by what, and now and then how far the run is. */
class Missed implements Reporter {
  #tried = 0;

  onMutantTested(result: Readonly<MutantResult>): void {
    if (result.statusReason !== NOT_SAMPLED && ++this.#tried % 25 === 0) console.log(`  … ${this.#tried} tried`);
    if (isEndless(result)) console.log(`  no end      ${changeOf(result)}`);
    else if (result.status === 'Killed')
      console.log(`  noticed     ${changeOf(result)}\n              ${said(result.statusReason)}`);
    if (result.status === 'Survived') console.log(`  not noticed ${changeOf(result)}`);
    if (result.status === 'NoCoverage') console.log(`  not reached ${changeOf(result)}`);
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Checker, 'sampled', Sampled),
  declareClassPlugin(PluginKind.Reporter, 'missed', Missed),
];
