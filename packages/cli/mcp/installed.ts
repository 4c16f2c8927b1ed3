import path from 'node:path';
import { installPython, pythonIn } from '../../../scripts/installed.ts';

const folder = path.join(import.meta.dirname, 'installed');

/** Installs a Python with its SDK and FastMCP, once for each lock file. */
export function installClients(say: (line: string) => void): void {
  installPython({ folder, what: 'MCP clients', say });
}

/** A program of that Python. */
export function pythonProgram(name: 'python' | 'fastmcp'): string {
  return path.join(pythonIn(folder), 'bin', name);
}
