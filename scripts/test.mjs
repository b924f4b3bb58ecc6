// `npm test`: every check of the house, in order; `npm test -- NAME` runs one stage. The exit code is the verdict.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installWhatIsMissing, productNode, root } from './lib/install.mjs';

installWhatIsMissing();

const reports = mkdtempSync(path.join(os.tmpdir(), 'khop-tests-'));
const node = (script, ...args) => ({ command: productNode, args: [path.join(root, script), ...args] });
const tsc = (project) => node('node_modules/typescript/bin/tsc', '-p', project);
const vitest = (project, env = {}) => {
  const report = path.join(reports, `${project}-${Object.values(env).join('').length}.json`);
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { ...node('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...outputs), env, report };
};

/** Stages in the order of what they cost: the cheap ones fail first. */
const stages = {
  types: {
    minutes: 5,
    steps: () =>
      ['engine', 'engine/tsconfig.test.json', 'contract', 'sample', 'server', 'web', 'e2e', 'bench'].map(tsc),
  },
  style: { minutes: 2, steps: () => [node('node_modules/@biomejs/biome/bin/biome', 'check', '.')] },
  doors: { minutes: 2, steps: () => [node('scripts/check-doors.mjs')] },
  unit: { minutes: 15, steps: () => [vitest('unit')] },
  db: { minutes: 30, steps: databaseRuns },
  e2e: { minutes: 40, steps: () => [vitest('e2e')] },
};

/** The embedded PostgreSQL always; an installed one and a running one as well, where there are any. */
function databaseRuns() {
  const runs = [vitest('db', { KHOP_TEST_DATABASE_URL: '', KHOP_TEST_POSTGRES_PROGRAMS: '' })];
  const programs = installedPostgres();
  if (programs) {
    runs.push({
      ...vitest('db', { KHOP_TEST_DATABASE_URL: '', KHOP_TEST_POSTGRES_PROGRAMS: programs }),
      title: `the same on the PostgreSQL in ${programs}`,
    });
  } else {
    console.log('No installed PostgreSQL was found: the database tests run on the embedded one only.');
  }
  const { KHOP_TEST_DATABASE_URL } = process.env;
  if (KHOP_TEST_DATABASE_URL) {
    runs.push({ ...vitest('db', { KHOP_TEST_DATABASE_URL }), title: 'the same on KHOP_TEST_DATABASE_URL' });
  }
  return runs;
}

/** Debian keeps every version's programs apart; the newest server is taken. */
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

let running;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (running) killGroup(running);
    process.exit(130);
  });
}

if (asked.length === 0 || asked.includes('unit') || asked.includes('db')) sayWhatIsMissing();
const verdicts = [];
for (const name of asked.length > 0 ? asked : Object.keys(stages)) verdicts.push(await runStage(name, stages[name]));

const total = verdicts.reduce((sum, { passed, failed }) => [sum[0] + passed, sum[1] + failed], [0, 0]);
console.log('');
for (const { name, ok, seconds, note } of verdicts) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s ${note}`);
}
console.log(`${total[0]} passed, ${total[1]} failed`);
rmSync(reports, { recursive: true, force: true });
process.exit(verdicts.every(({ ok }) => ok) ? 0 : 1);

/** A stage without tests of its own counts as one check per step. */
async function runStage(name, { minutes, steps }) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const deadline = started + minutes * 60_000;
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const step of steps()) {
    if (step.title) console.log(`── ${name}: ${step.title}`);
    const ok = await run(step, deadline);
    const counts = step.report ? countsOf(step.report) : null;
    passed += counts?.passed ?? (ok ? 1 : 0);
    skipped += counts?.skipped ?? 0;
    // A run that broke before or between its tests failed as well.
    failed += Math.max(counts?.failed ?? 0, ok ? 0 : 1);
  }
  const seconds = (performance.now() - started) / 1000;
  const note = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { name, ok: failed === 0, seconds, passed, failed, note };
}

function run({ command, args, env = {} }, deadline) {
  return new Promise((resolve) => {
    // Its own process group, so that what it started ends with it.
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached: true,
    });
    running = child;
    const timer = setTimeout(
      () => {
        console.error('The stage takes too long and was stopped.');
        killGroup(child);
      },
      Math.max(0, deadline - performance.now()),
    );
    child.on('error', (error) => console.error(error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      running = undefined;
      resolve(code === 0);
    });
  });
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function countsOf(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  } catch {
    return null;
  }
}

function sayWhatIsMissing() {
  const found = ['soffice', 'libreoffice'].some(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (!found) console.log('LibreOffice was not found: workbooks are not opened in it.');
}
