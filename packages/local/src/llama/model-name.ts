import path from 'node:path';

/** The name of a model that nobody has named: its file, without folder and ending. */
export function modelNameOf(file: string): string {
  return path.basename(file, '.gguf').toLowerCase();
}
