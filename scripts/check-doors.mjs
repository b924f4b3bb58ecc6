// Import rules (the doors of the house). Proves on every run that each rule still finds a planted violation.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkDoors } from './doors/check.mjs';
import { planted, plantedManifests, sound } from './doors/planted.mjs';
import { importRules } from './doors/rules.mjs';
import { root } from './lib/install.mjs';

const problems = [...proveTheCheck(), ...checkTheHouse()];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

function proveTheCheck() {
  const broken = [];
  for (const rule of [...Object.keys(importRules), ...Object.keys(planted)]) {
    const houses = [planted[rule] ?? {}].flat();
    for (const house of houses) {
      const found = checkDoors(new Map(Object.entries(house)), plantedManifests);
      if (!found.some((violation) => violation.rule === rule))
        broken.push(`the rule ${rule} misses its planted violation: ${Object.keys(house).slice(0, 2).join(', ')}`);
    }
  }
  for (const { rule, file } of checkDoors(new Map(Object.entries(sound)), plantedManifests)) {
    broken.push(`the rule ${rule} objects to a sound house: ${file}`);
  }
  return [...new Set(broken)];
}

function checkTheHouse() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const manifests = new Map([['.', packagesOf(manifest)]]);
  for (const room of manifest.workspaces) {
    manifests.set(room, packagesOf(JSON.parse(readFileSync(path.join(root, room, 'package.json'), 'utf8'))));
  }
  const files = new Map(
    sources(manifest.workspaces).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
  if (files.size === 0) return ['no module was found to check'];
  const violations = checkDoors(files, manifests);
  if (violations.length === 0) {
    console.log(
      `${files.size} modules keep the doors; ${Object.values(planted).flat().length} planted violations were found.`,
    );
  }
  return violations.map(({ rule, file, line, message }) => `${file}:${line} [${rule}] ${message}`);
}

/** Tracked and new files alike, without what .gitignore names; a copy without git is walked by its folders. */
function sources(workspaces) {
  try {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...workspaces], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e8,
    });
    const files = listed.split('\n').filter(isSource).filter(exists);
    if (files.length > 0) return [...new Set(files)];
  } catch {
    // Not a git checkout.
  }
  return workspaces.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true })
      .map((file) => `${room}/${file.split(path.sep).join('/')}`)
      .filter((file) => isSource(file) && !/(^|\/)(node_modules|dist)\//.test(file)),
  );
}

function packagesOf({ dependencies = {}, devDependencies = {}, peerDependencies = {} }) {
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }));
}

function isSource(file) {
  return /\.tsx?$/.test(file);
}

function exists(file) {
  return existsSync(path.join(root, file));
}
