import { limits as engineLimits } from '@sluice/core';
import * as z from 'zod';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { limits } from '../limits.ts';
import { familyNames, perFamily, usualUpstreams } from '../protocol/families.ts';
import { problemOfDatabase } from './database-address.ts';
import { mcpShape } from './mcp-settings.ts';
import {
  problemsOf,
  settingsError,
  yamlError,
  type SettingPath,
  type Problem,
  type Source,
} from './settings-problem.ts';
import { isVariableName } from './variable-name.ts';

const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a name must be a word of letters, digits, - and _');

/** Not what the variable holds: an error says which variable is missing. */
const variable = z.string().refine(isVariableName, {
  error:
    'it must be the name of the environment variable that holds the secret, such as ' +
    '`OPENAI_API_KEY`, and never the secret',
});

/** Clouds whose own ways of signing and naming nobody has seen to work through the gateway. */
function isCloudWithItsOwnProtocol(url: string): boolean {
  return /(?:\.amazonaws\.com|aiplatform\.googleapis\.com)$/i.test(hostOf(url));
}

/** Azure has other paths, and its key in another header, than OpenAI itself. */
function isAzure(url: string): boolean {
  return /\.azure\.com$/i.test(hostOf(url));
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

const upstream = z
  .strictObject({
    family: z.enum(familyNames),
    /**
     * Where the protocol's paths begin: `https://api.openai.com/v1`, `https://api.anthropic.com`.
     */
    baseUrl: z.url({ protocol: /^https?$/ }).refine((url) => !isCloudWithItsOwnProtocol(url), {
      error:
        'it must not be Bedrock or Vertex: their signatures and paths are not supported; name an ' +
        'address that speaks the OpenAI, Anthropic or Gemini API with a key',
    }),
    /** Name of the environment variable that holds the provider's key. */
    keyFrom: variable.optional(),
  })
  .refine(({ family, baseUrl }) => !isAzure(baseUrl) || family === 'azure', {
    path: ['family'],
    error: 'it must be `azure` for an address of Azure: its paths and its key header are others',
  });

/** The name of a field of a request, or of a beta. */
const fieldName = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'a name must be that of a field, or of a beta');

const profile = z.strictObject({
  /** Path of the policy, from the settings file. */
  policy: z.string(),
  /** Groups that are added to those of the policy, or stand in place of them. */
  groups: z.record(z.string(), z.array(z.string())).default({}),
  propagator: z.string().default('lineage'),
  /** The upstream of each family that is served. */
  ...perFamily(() => name.optional()),
  /** The view that is tried before a call is asked about; default: `propagator`. */
  beforeAsking: z.enum(['nothing', 'propagator', 'ceiling']).default('propagator'),
  shortcuts: z.enum(['all', 'none']).default('all'),
  /** Labels per argument: what a call only says has a label of its own. */
  staged: z.boolean().default(false),
  refusals: z.enum(['hidden', 'text', 'error']).default('hidden'),
  /** How a client is told that a call still waits: in a text for its user, or with an error. */
  held: z.enum(['text', 'error']).default('text'),
  mode: z.enum(['enforce', 'log']).default('enforce'),
  /**
   * Fields at the top of a request, and betas. `pass`: given to the provider as they stand, and no
   * label is known of them; by default what nobody knows is left out. `refuse`: an error.
   */
  fields: z
    .strictObject({
      pass: z.array(fieldName).default([]),
      refuse: z.array(fieldName).default([]),
    })
    .prefault({}),
  /** Label of system and user turns at least: how far the key vouches for its client. */
  turns: z.string().default('bottom'),
  /** Label of what may be put to a person at all. */
  askable: z.string().default('top'),
  /** How long the propagator may take for a step; then everything is relevant. */
  propagatorSeconds: z
    .number()
    .positive()
    .max(3_600)
    .default(engineLimits.propagatorTimeoutMsMax / 1_000),
  waitJsonSeconds: z
    .number()
    .min(0)
    .max(600)
    .default(limits.waitJsonMsMax / 1_000),
  waitStreamSeconds: z
    .number()
    .min(0)
    .max(3_600)
    .default(limits.waitStreamMsMax / 1_000),
  questionMinutes: z.number().min(1).max(10_080).default(60),
});

/** Each family is served by the upstream of its name. */
function usualProfile(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(usualUpstreams()).map((family) => [family, family]));
}

const shape = z.strictObject({
  listen: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(4141),
      /** PEM files; needed on any host but this machine's own loopback. */
      tls: z.strictObject({ cert: z.string(), key: z.string() }).optional(),
      /** Says that something in front of the gateway ends TLS. */
      behindTls: z.boolean().default(false),
      /** Names by which browsers and clients may call it, besides the loopback's. */
      hosts: z.array(z.string()).default([]),
      /** How long a connection may stand idle: longer than a load balancer keeps it. */
      keepAliveSeconds: z.number().min(1).max(3_600).default(75),
    })
    .prefault({}),
  database: z
    .string()
    .refine((text) => problemOfDatabase(text) === undefined, {
      error: ({ input }) => problemOfDatabase(String(input)) ?? '',
    })
    .default('.sluice/sluice.db'),
  /** Name of the environment variable that holds the key which seals the database. */
  masterKeyFrom: variable.optional(),
  /** `full`: no answer goes out before all that it came of lies on the disk. */
  durability: z.enum(['normal', 'full']).default('normal'),
  record: z.enum(['full', 'hashed', 'none']).default('full'),
  /** Days after which working state is dropped and payloads of events are erased. */
  keep: z
    .strictObject({
      stateDays: z.number().positive().default(30),
      eventDays: z.number().positive().default(365),
    })
    .prefault({}),
  upstreams: z.record(name, upstream).default(usualUpstreams()),
  profiles: z
    .record(name, profile)
    .default({ default: profile.parse({ policy: 'sluice.yaml', ...usualProfile() }) }),
  mcp: mcpShape.prefault({}),
  /** Told of each new question, signed with the secret in this environment variable. */
  webhook: z
    .strictObject({ url: z.url({ protocol: /^https?$/ }), secretFrom: variable })
    .optional(),
});

/** The settings in `gateway.yaml`, defaults filled in. */
export type Settings = z.output<typeof shape>;
export type ProfileSettings = Settings['profiles'][string];

/**
 * Reads the text of a `gateway.yaml`; nothing at all stands for the defaults. Throws
 * `settings-invalid` with file, line and column, and what is allowed there; it repeats no value.
 */
export function readSettings(text: string, file: string): Settings {
  const lines = new LineCounter();
  const options = { uniqueKeys: true, merge: false, prettyErrors: false, lineCounter: lines };
  const document = parseDocument(text, { ...options, logLevel: 'error' });
  const source: Source = { file, document, lines };
  const [broken] = document.errors;
  if (broken !== undefined)
    throw yamlError(`not valid YAML: ${unquoted(broken.message)}`, broken.pos[0], source);
  const read = shape.safeParse(valueOf(document, source));
  if (!read.success) throw settingsError(problemsOf(read.error, allowedAt), source);
  const problems = strayUpstreams(read.data);
  if (problems.length > 0) throw settingsError(problems, source);
  return read.data;
}

/** Without the piece of the text that the parser quotes. */
function unquoted(message: string): string {
  return message.replace(/: ".*$/s, '');
}

/** An alias could unfold to more than the machine holds; settings need none. */
function valueOf(document: Document, source: Source): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch {
    throw yamlError('an alias (`*name`) is not allowed in settings', 0, source);
  }
}

/** Names of the upstreams that some profile uses. */
export function usedUpstreams({ profiles }: Settings): ReadonlySet<string> {
  const used = Object.values(profiles).flatMap((each) =>
    Object.values(perFamily((family) => each[family])),
  );
  return new Set(used.filter((each) => each !== undefined));
}

/** The settings that may stand in a place. */
function allowedAt(place: SettingPath): readonly string[] {
  let schema: z.core.JSONSchema.BaseSchema = z.toJSONSchema(shape, { io: 'input' });
  for (const step of place) {
    const inner = schema.properties?.[String(step)] ?? schema.additionalProperties;
    if (typeof inner !== 'object') return [];
    schema = inner;
  }
  return Object.keys(schema.properties ?? {});
}

/** Profiles that name no upstream of the family. */
function strayUpstreams({ profiles, upstreams }: Settings): readonly Problem[] {
  return Object.entries(profiles).flatMap(([profileName, each]) =>
    Object.entries(perFamily((family) => each[family])).flatMap(([family, given]) => {
      if (given === undefined || upstreams[given]?.family === family) return [];
      const known = Object.entries(upstreams).filter(([, one]) => one.family === family);
      const names = known.map(([upstreamName]) => `\`${upstreamName}\``).join(', ') || 'none yet';
      const message = `it must name an upstream of the family \`${family}\`: ${names}`;
      return [{ at: ['profiles', profileName, family], message }];
    }),
  );
}
