// `npm test`: every check of the house, in order; `npm test -- NAME` runs one stage. The exit code is the verdict.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installWhatIsMissing, productNode, root } from './lib/install.mjs';
import { ON_EVERY_POSTGRES } from './lib/on-every-postgres.mjs';
import { countsOf, failuresOf } from './lib/reports.mjs';
import { seedOfRun } from './lib/seed.mjs';
import { sideBySide } from './lib/side-by-side.mjs';
import { neverSent } from './lib/statements.mjs';
import { toolsInstalled } from './lib/tools.mjs';

installWhatIsMissing();
// Other cases in every run; with the same number the same ones.
process.env.KHOP_TEST_SEED = String(seedOfRun());

const reports = mkdtempSync(path.join(os.tmpdir(), 'khop-tests-'));
const node = (script, ...args) => ({ command: productNode, args: [path.join(root, script), ...args] });
// On one thread, two at a time: with threads of its own each takes twice the work, and longer.
const tsc = (project) => node('node_modules/typescript/bin/tsc', '--singleThreaded', '-p', project);
let runs = 0;
/** @param project one, or several with commas */
const vitest = (project, env = {}, files = []) => {
  runs += 1;
  const report = path.join(reports, `${project}-${runs}.json`);
  const projects = project.split(',').flatMap((name) => ['--project', name]);
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { ...node('node_modules/vitest/vitest.mjs', 'run', ...projects, ...outputs, ...files), env, report };
};

/** More files than this do not fail by chance. */
const MOST_UNSTEADY_FILES = 2;
/** Workers of a run of database tests beside the whole one. */
const OTHER_WORKERS = 1;

/** Stages that use neither a browser nor a PostgreSQL nor LibreOffice: they begin while .ci/run still installs those. */
const WITHOUT_TOOLS = ['types', 'style', 'doors'];

/**
 * Stages in the order of what they cost: the cheap ones fail first. Steps of a stage that are `together` run side by side: each
 * waits where the other computes (docs/decisions/0034-tests-side-by-side.md).
 */
const stages = {
  types: {
    minutes: 5,
    together: 2,
    steps: () =>
      ['engine', 'engine/tsconfig.test.json', 'contract', 'sample', 'server', 'web', 'e2e', 'bench'].map(tsc),
  },
  style: { minutes: 2, steps: () => [node('node_modules/@biomejs/biome/bin/biome', 'check', '.')] },
  doors: { minutes: 2, steps: () => [node('scripts/check-doors.mjs')] },
  unit: { minutes: 15, steps: () => [vitest('unit,page')] },
  // Tests of real processes are tried once more and then named as unsteady: docs/decisions/0016-unsteady-tests.md.
  db: { minutes: 80, together: 3, steps: databaseRuns, check: whatOnlyOneHasSent },
  e2e: { minutes: 80, steps: () => [twice('e2e')] },
};

/** A run whose failed files may run once more. */
function twice(project, env, files) {
  return { ...vitest(project, env, files), again: (failed) => vitest(project, env, failed) };
}

/**
 * Every test on the embedded PostgreSQL; on an installed and on a running one, where there are any, the few files that
 * send it every statement: docs/decisions/0039-one-postgresql-whole.md.
 */
function databaseRuns() {
  const others = [];
  const programs = installedPostgres();
  if (programs) {
    const env = { KHOP_TEST_DATABASE_URL: '', KHOP_TEST_POSTGRES_PROGRAMS: programs };
    others.push({ env, title: `every statement on the PostgreSQL in ${programs}` });
  } else {
    console.log('No installed PostgreSQL was found: the database tests run on the embedded one only.');
  }
  const { KHOP_TEST_DATABASE_URL } = process.env;
  if (KHOP_TEST_DATABASE_URL)
    others.push({ env: { KHOP_TEST_DATABASE_URL }, title: 'every statement on KHOP_TEST_DATABASE_URL' });
  const run = ({ env, title }, workers, files) => {
    const noted = mkdtempSync(path.join(reports, 'statements-'));
    const KHOP_TEST_WORKERS = workers ? String(workers) : '';
    return { ...twice('db', { ...env, KHOP_TEST_WORKERS, KHOP_TEST_STATEMENTS: noted }, files), title, noted };
  };
  const whole = {
    env: { KHOP_TEST_DATABASE_URL: '', KHOP_TEST_POSTGRES_PROGRAMS: '' },
    title: 'on the embedded PostgreSQL',
  };
  return [run(whole), ...others.map((other) => run(other, OTHER_WORKERS, ON_EVERY_POSTGRES))];
}

/** Statements that the run on the embedded PostgreSQL has sent and another one has not, one line each. */
function whatOnlyOneHasSent([whole, ...others]) {
  return others.flatMap(({ noted, title }) =>
    neverSent(whole.noted, noted).map((line) => `${line} was sent on the embedded PostgreSQL, and never: ${title}`),
  );
}

/** Debian installs each version's programs in a folder of its own; the newest server is taken. */
function installedPostgres() {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => path.join(base, version, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb')));
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}; the stages are ${Object.keys(stages).join(', ')}.`);
  process.exit(2);
}

const names = asked.length > 0 ? asked : Object.keys(stages);
const running = new Set();
let lookedForTools = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) killGroup(child);
    process.exit(130);
  });
}

const verdicts = [];
/** Tests that failed at first and passed in a second run of their file, and those that stay with their failure: one line each. */
const unsteady = [];
const failing = [];
for (const name of names) {
  if (!WITHOUT_TOOLS.includes(name)) await lookForTools();
  verdicts.push(await runStage(name));
}

const total = verdicts.reduce((sum, { passed, failed }) => [sum[0] + passed, sum[1] + failed], [0, 0]);
console.log('');
for (const { name, ok, seconds, note } of verdicts) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s ${note}`);
}
for (const line of unsteady) console.log(`UNSTEADY ${line}`);
for (const line of failing) console.log(`FAILED ${line}`);
console.log(`Property tests: KHOP_TEST_SEED=${process.env.KHOP_TEST_SEED} repeats their cases.`);
console.log(`${total[0]} passed, ${total[1]} failed${unsteady.length > 0 ? `, ${unsteady.length} UNSTEADY` : ''}`);
rmSync(reports, { recursive: true, force: true });
process.exit(verdicts.every(({ ok }) => ok) ? 0 : 1);

/** A stage without tests of its own counts as one check per step. */
async function runStage(name) {
  const { minutes, together = 1, steps, check } = stages[name];
  say(`\n── ${name}\n`);
  const started = performance.now();
  const deadline = started + minutes * 60_000;
  const all = steps();
  const counts = await sideBySide(
    all,
    together,
    (step, tell) => runStep(name, step, deadline, together > 1 ? tell : say),
    say,
  );
  const sum = (what) => counts.reduce((total, count) => total + count[what], 0);
  // A run with failures has not sent everything.
  const wrong = check && sum('failed') === 0 ? check(all) : [];
  failing.push(...wrong);
  if (check) counts.push({ passed: wrong.length === 0 ? 1 : 0, failed: wrong.length, skipped: 0 });
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum);
  const seconds = (performance.now() - started) / 1000;
  const note = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { name, ok: failed === 0, seconds, passed, failed, note };
}

/** Of a stage alone whose steps come one after another: they write to the terminal themselves. */
function say(text) {
  process.stdout.write(text);
}

async function runStep(stage, step, deadline, tell) {
  if (step.title) tell(`── ${stage}: ${step.title}\n`);
  const ok = await run(step, deadline, tell);
  const counts = step.report ? countsOf(step.report) : null;
  // A run that broke before or between its tests failed as well.
  const broken = Math.max(counts?.failed ?? 0, ok ? 0 : 1);
  const failures = broken > 0 && step.report ? failuresOf(step.report) : [];
  const second = broken > 0 ? await secondRun(stage, step, failures, deadline, tell) : null;
  (second ? unsteady : failing).push(...failures.flatMap((failure) => linesOf(failure, step.title)));
  return {
    passed: (counts?.passed ?? (ok ? 1 : 0)) + (second?.passed ?? 0),
    skipped: (counts?.skipped ?? 0) + (second?.skipped ?? 0),
    failed: second ? 0 : broken,
  };
}

/**
 * Runs the files of a step that have failed once more where the step allows it.
 * @returns how many more have passed and been skipped than at first, or null when it stays with the failure.
 */
async function secondRun(stage, { again }, failures, deadline, tell) {
  if (!again || failures.length === 0 || failures.length > MOST_UNSTEADY_FILES) return null;
  const files = failures.map(({ file }) => file);
  tell(`\n── ${stage}: once more, because they failed: ${files.join(', ')}\n`);
  const step = again(files);
  const counts = (await run(step, deadline, tell)) && countsOf(step.report);
  if (!counts) return null;
  const atFirst = (count) => failures.reduce((sum, failure) => sum + failure[count], 0);
  return { passed: counts.passed - atFirst('passed'), skipped: counts.skipped - atFirst('skipped') };
}

/** A line for each test of a file that has failed. */
function linesOf({ file, tests, why }, where) {
  const named = tests.length > 0 ? tests : [{ name: 'what comes before the tests', why }];
  return named.map((test) => `${file} › ${test.name}${where ? ` (${where})` : ''}: ${test.why}`);
}

function run({ command, args, env = {} }, deadline, tell) {
  return new Promise((resolve) => {
    // Its own process group, so that its children end with it.
    const child = spawn(command, args, {
      cwd: root,
      stdio: tell === say ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      detached: true,
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', tell);
    const timer = setTimeout(
      () => {
        tell('The stage takes too long and was stopped.\n');
        killGroup(child);
      },
      Math.max(0, deadline - performance.now()),
    );
    child.on('error', (error) => tell(`${error.message}\n`));
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve(code === 0);
    };
    child.on('close', end);
    // Processes that it has left behind may hold its output open for ever.
    child.on('exit', (code) => setTimeout(end, 5000, code).unref());
  });
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Waits until what is being installed is there, and says what is not. Once. */
async function lookForTools() {
  if (lookedForTools) return;
  lookedForTools = true;
  await toolsInstalled();
  const found = ['soffice', 'libreoffice'].some(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (!found) console.log('LibreOffice was not found: workbooks are not opened in it.');
}
