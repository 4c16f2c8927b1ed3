import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import { parse } from 'yaml';
import { readText } from '../files.ts';
import { fieldsOf, textsOf } from '../json.ts';
import type { McpServer } from './project/mcp-servers.ts';

/** A policy for a known MCP server; see policies/packs/index.yaml. */
export interface Pack {
  readonly name: string;
  readonly title: string;
  /** The policy's own text, comments included. */
  readonly text: string;
  /** The release that the list of tools was read from. */
  readonly readFrom: string;
  /** The day on which its list of tools was read, where no server was run. */
  readonly listOnly: string | undefined;
  /** The hash of the list of tools that it was written for (`toolListHash`). */
  readonly listHash: string | undefined;
  /** How servers of this pack are started or reached. */
  readonly ways: Readonly<Record<Way, readonly string[]>>;
}

const ways = ['npm', 'pypi', 'commands', 'images', 'urls'] as const;
type Way = (typeof ways)[number];

/**
 * In a checkout they stand at the root, in the published package beside the build: from there, the
 * path to the root would lead into the project that is looked at.
 */
const place = import.meta.url.endsWith('.ts')
  ? '../../../../policies/packs/'
  : '../policies/packs/';

/** All packs that are shipped. Throws `file-unreadable` where the package is broken. */
export function readPacks(): readonly Pack[] {
  const folder = fileURLToPath(new URL(place, import.meta.url));
  if (!existsSync(`${folder}index.yaml`)) {
    throw new SluiceError('file-unreadable', 'the policy packs are missing from this install', {
      hint: 'install `sluice` again',
    });
  }
  const index = fieldsOf(fieldsOf(parse(readText(`${folder}index.yaml`)))['packs']);
  return Object.entries(index).map(([name, value]) => packOf(name, fieldsOf(value), folder));
}

function packOf(name: string, fields: Readonly<Record<string, unknown>>, folder: string): Pack {
  return {
    name,
    title: String(fields['title']),
    text: readText(`${folder}${String(fields['file'])}`),
    readFrom: String(fields['readFrom']),
    listOnly: typeof fields['listOnly'] === 'string' ? fields['listOnly'] : undefined,
    listHash: typeof fields['listHash'] === 'string' ? fields['listHash'] : undefined,
    ways: {
      npm: textsOf(fields['npm']),
      pypi: textsOf(fields['pypi']),
      commands: textsOf(fields['commands']),
      images: textsOf(fields['images']),
      urls: textsOf(fields['urls']),
    },
  };
}

/** The pack that a server is of, and by what it is known; `undefined`: none that we ship. */
export function packFor(
  server: McpServer,
  packs: readonly Pack[],
): { readonly pack: Pack; readonly by: string } | undefined {
  for (const pack of packs) {
    const way = ways.find((each) =>
      server.known[each].some((one) => pack.ways[each].includes(one)),
    );
    const by = way && server.known[way].find((one) => pack.ways[way].includes(one));
    if (by !== undefined) return { pack, by };
  }
  return undefined;
}
