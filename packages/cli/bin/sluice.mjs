#!/usr/bin/env node
// In a checkout this runs the sources on the pinned Node; in the published package, the build.
// Keep to Node 18 syntax: an old Node has to get as far as the message below.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const cli = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const source = path.join(cli, 'src/main.ts');
/** The first Node that runs TypeScript sources without a flag. */
const typeStripping = [22, 18];
/** The first Node that the build runs on, as in `engines`. */
const oldest = [22, 19];

const notInstalled = 'sluice: this clone is not installed yet\n  type in its root folder: npm ci';

if (existsSync(source)) runSource();
else if (isAtLeast(oldest)) await import(pathToFileURL(path.join(cli, 'dist/main.js')).href);
else {
  const wanted = oldest.join('.');
  console.error(
    `sluice: needs Node ${wanted} or later, this is Node ${process.versions.node}\n  install one from https://nodejs.org`,
  );
  process.exitCode = 1;
}

function runSource() {
  const node = isAtLeast(typeStripping) ? process.execPath : pinnedNode();
  if (!existsSync(node)) {
    console.error(hasPinned() ? notInstalled : tooOld());
    process.exitCode = 1;
    return;
  }
  const args = ['--conditions=@sluice/source', source, ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  // The terminal sends an interrupt to both processes: the child decides what it means.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function isAtLeast([wantedMajor, wantedMinor]) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** The systems for which the lock file brings a Node. */
function hasPinned() {
  return ['linux-x64', 'linux-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`);
}

function tooOld() {
  const place = `${process.platform}-${process.arch}`;
  return (
    `sluice: from its sources it needs Node ${typeStripping.join('.')} or later on ${place}, ` +
    `this is Node ${process.versions.node}\n  install one from https://nodejs.org`
  );
}

function pinnedNode() {
  const { platform, arch } = process;
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const file = platform === 'win32' ? 'node.exe' : 'node';
  return path.join(cli, '../../node_modules', name, 'bin', file);
}
