import { registerHooks } from 'node:module';

/** TypeScript writes `./x.js` where the file is `x.ts`; bundlers also take `./x`. */
const endings: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
  '': ['.ts', '.js', '/index.ts', '/index.js'],
};

let isRegistered = false;

/** From now on a relative import that leads to no file is looked for as TypeScript looks for it. */
export function findTypeScript(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        for (const other of othersFor(specifier)) {
          try {
            return next(other, context);
          } catch {
            // The first mistake is the one to tell.
          }
        }
        throw error;
      }
    },
  });
}

function othersFor(specifier: string): readonly string[] {
  if (!/^\.{1,2}\//.test(specifier)) return [];
  const [, ending = ''] = /(\.[cm]?js)$/.exec(specifier) ?? [];
  const stem = specifier.slice(0, specifier.length - ending.length);
  return (endings[ending] ?? []).map((each) => `${stem}${each}`);
}
