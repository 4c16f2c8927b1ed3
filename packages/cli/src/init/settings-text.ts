import { stringify } from 'yaml';
import { families as all } from '@sluice/gateway';
import type { Family } from './project/sdks.ts';

export interface SettingsParts {
  readonly families: readonly Family[];
  readonly mode: 'enforce' | 'log';
  /** The policy names arguments that only say something, or says which could be. */
  readonly hasData: boolean;
  /** Base URLs that the project's environment names, where it does. */
  readonly baseUrls: Readonly<Partial<Record<Family, string>>>;
}

/** Each customer of these has an address of its own. */
const noAddress = 'https://YOUR_RESOURCE.openai.azure.com';

/** Off by default: strangers' words then go out where the policy lets them, read by nobody. */
const stagedLine =
  "    # staged: true # what a call's `data` says has a label of its own; see docs/propagators.md\n";

/** The text of a first `gateway.yaml`. */
export function settingsText({ families, mode, hasData, baseUrls }: SettingsParts): string {
  const upstreams = families.map((family) => {
    const given = baseUrls[family];
    const { baseUrl = noAddress, keyFrom } = all[family].provider;
    const why = given === undefined ? '' : ' # guess: from the environment of `sluice init`';
    return [
      `  ${family}:`,
      `    family: ${family}`,
      `    baseUrl: ${stringify(given ?? baseUrl).trim()}${why}`,
      `    keyFrom: ${keyFrom} # the variable that holds the provider's key`,
    ].join('\n');
  });
  return `# Settings of \`sluice gateway\`, written by \`sluice init\`; see docs/gateway.md.
listen: { host: 127.0.0.1, port: 4141 }
database: .sluice/sluice.db

upstreams:
${upstreams.join('\n')}

profiles:
  default:
    policy: sluice.yaml
${families.map((family) => `    ${family}: ${family} # the upstream for this family of protocols`).join('\n')}
    mode: ${mode}${mode === 'log' ? ' # records what would have been asked, and stops nothing' : ''}
${hasData ? stagedLine : ''}`;
}
