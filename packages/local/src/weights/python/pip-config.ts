import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

const defaultIndex = 'https://pypi.org/simple';

/** The package index that pip would ask: `PIP_INDEX_URL`, its settings files, else PyPI. */
export function indexUrl(
  env: Env,
  { platform = process.platform, read = readText }: Partial<PipOptions> = {},
): string {
  if (env['PIP_INDEX_URL']) return env['PIP_INDEX_URL'];
  // The last one that names an index counts, like in pip.
  const named = configFiles(env, platform).map((file) => indexIn(read(file) ?? ''));
  return named.findLast((url) => url !== undefined) ?? defaultIndex;
}

export interface PipOptions {
  readonly platform: string;
  readonly read: (file: string) => string | undefined;
}

/** In the order of pip: of the machine, of the user, of the environment, and the named one. */
function configFiles(env: Env, platform: string): readonly string[] {
  const home = env['HOME'] ?? homedir();
  const named = env['PIP_CONFIG_FILE'] ? [env['PIP_CONFIG_FILE']] : [];
  const virtual = env['VIRTUAL_ENV'];
  if (platform === 'win32')
    return [
      path.join(env['ProgramData'] ?? 'C:\\ProgramData', 'pip', 'pip.ini'),
      path.join(home, 'pip', 'pip.ini'),
      path.join(env['APPDATA'] ?? home, 'pip', 'pip.ini'),
      ...(virtual ? [path.join(virtual, 'pip.ini')] : []),
      ...named,
    ];
  const config = env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
  const mac = path.join('Library', 'Application Support', 'pip', 'pip.conf');
  return [
    path.join('/etc/xdg', 'pip', 'pip.conf'),
    '/etc/pip.conf',
    ...(platform === 'darwin' ? [path.join('/', mac)] : []),
    path.join(home, '.pip', 'pip.conf'),
    path.join(config, 'pip', 'pip.conf'),
    ...(platform === 'darwin' ? [path.join(home, mac)] : []),
    ...(virtual ? [path.join(virtual, 'pip.conf')] : []),
    ...named,
  ];
}

/** `index-url` of the section `global`, or of `download`, which comes before it. */
function indexIn(text: string): string | undefined {
  const found = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1] ?? section;
    const url = /^\s*index[-_]url\s*[=:]\s*(\S+)\s*$/.exec(line)?.[1];
    if (url !== undefined) found.set(section, url);
  }
  return found.get('download') ?? found.get('global');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
