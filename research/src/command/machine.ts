import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { cpus } from 'node:os';
import { jsonFields } from 'sluice/parts';
import type { Machine } from '../report/suite-result.ts';

/** The packages whose versions change what a model computes. */
const computing = ['node-llama-cpp', 'onnxruntime-node'] as const;

/** The machine that this runs on, as far as a figure may differ with it. */
export function machineHere(threads: number | undefined): Machine {
  const versions = computing.flatMap((name) => {
    const version = versionOf(name);
    return version === undefined ? [] : [[name, version] as const];
  });
  return {
    cpu: cpus()[0]?.model.trim() || 'unknown',
    ...(threads !== undefined && { threads }),
    node: process.version,
    packages: Object.fromEntries(versions),
  };
}

/** `undefined` where it is not installed. */
function versionOf(name: string): string | undefined {
  try {
    const manifest = findPackageJSON(name, import.meta.resolve('@sluice/local'));
    if (manifest === undefined) return undefined;
    return String(jsonFields(readFileSync(manifest, 'utf8'))['version']);
  } catch {
    return undefined;
  }
}
