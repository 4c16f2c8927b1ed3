import { families, familyNames } from '@sluice/gateway';
import { isTest } from '../tools/read-tools.ts';
import type { ProjectFiles } from './project-files.ts';
import { sdks, type Family } from './sdks.ts';

/**
 * The families whose client the sources import, or whose variables they name. Asked where no
 * manifest names an SDK.
 */
export function namedFamilies(files: ProjectFiles): readonly Family[] {
  const sources = files.list().files.filter((file) => isCode.test(file) && !isTest.test(file));
  const texts = sources.map((file) => files.read(file) ?? '');
  return Object.values(familyNames).filter((family) => {
    const sign = signOf(family);
    return texts.some((text) => sign.test(text));
  });
}

const isCode = /\.(?:[cm]?[jt]sx?|py)$/;

function signOf(family: Family): RegExp {
  const { client, provider } = families[family];
  const imports = sdks
    .filter((sdk) => sdk.family === family)
    .map(({ language, package: name }) =>
      language === 'python'
        ? `^[ \\t]*(?:from|import)[ \\t]+${name.replaceAll('-', '_')}\\b`
        : `(?:from|import|require)[ \\t(]*['"]${name}['"]`,
    );
  return new RegExp(
    [`\\b(?:${client.variable}|${provider.keyFrom})\\b`, ...imports].join('|'),
    'm',
  );
}
