import * as z from 'zod';
import { SluiceError } from '@sluice/core';
import { parseDocument } from 'yaml';
import { limits } from '../limits.ts';

const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a word of letters, digits, - and _');

const upstream = z.strictObject({
  family: z.enum(['openai', 'anthropic']),
  /** Where the protocol's paths begin: `https://api.openai.com/v1`, `https://api.anthropic.com`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** Name of the environment variable that holds the provider's key. */
  keyFrom: z.string().optional(),
});

const profile = z.strictObject({
  /** Path of the policy, from the settings file. */
  policy: z.string(),
  propagator: z.string().default('lineage'),
  openai: name.optional(),
  anthropic: name.optional(),
  refusals: z.enum(['hidden', 'text', 'error']).default('hidden'),
  mode: z.enum(['enforce', 'log']).default('enforce'),
  /** Label of system and user turns at least: how far the key vouches for its client. */
  turns: z.string().default('bottom'),
  /** Label of what may be put to a person at all. */
  askable: z.string().default('top'),
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
    })
    .prefault({}),
  database: z.string().default('.sluice/sluice.db'),
  record: z.enum(['full', 'hashed', 'none']).default('full'),
  /** Days after which working state is dropped and payloads of events are erased. */
  keep: z
    .strictObject({
      stateDays: z.number().positive().default(30),
      eventDays: z.number().positive().default(365),
    })
    .prefault({}),
  upstreams: z.record(name, upstream).default({
    openai: { family: 'openai', baseUrl: 'https://api.openai.com/v1', keyFrom: 'OPENAI_API_KEY' },
    anthropic: {
      family: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
      keyFrom: 'ANTHROPIC_API_KEY',
    },
  }),
  profiles: z
    .record(name, profile)
    .default({ default: profile.parse({ policy: 'sluice.yaml', ...bothFamilies() }) }),
  /** Told of each new question, signed with the secret in this environment variable. */
  webhook: z.strictObject({ url: z.url(), secretFrom: z.string() }).optional(),
});

function bothFamilies(): { readonly openai: string; readonly anthropic: string } {
  return { openai: 'openai', anthropic: 'anthropic' };
}

/** What `gateway.yaml` says, defaults filled in. */
export type Settings = z.output<typeof shape>;
export type ProfileSettings = Settings['profiles'][string];

/**
 * Reads the text of a `gateway.yaml`; nothing at all stands for the defaults. Throws
 * `settings-invalid` with the place and what it should be.
 */
export function readSettings(text: string, file: string): Settings {
  const document = parseDocument(text, { uniqueKeys: true, merge: false, logLevel: 'error' });
  const [broken] = document.errors;
  if (broken !== undefined) throw invalid(`${file}: ${broken.message}`);
  const read = shape.safeParse(valueOf(document, file));
  if (!read.success) throw invalid(`${file}: ${z.prettifyError(read.error)}`);
  return checked(read.data, file);
}

/** An alias could unfold to more than the machine holds; settings need none. */
function valueOf(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch {
    throw invalid(`${file}: it holds an alias (\`*name\`), which settings may not`);
  }
}

function checked(settings: Settings, file: string): Settings {
  for (const [profileName, { openai, anthropic }] of Object.entries(settings.profiles)) {
    for (const [family, upstreamName] of Object.entries({ openai, anthropic })) {
      if (upstreamName === undefined) continue;
      const found = settings.upstreams[upstreamName];
      if (found?.family === family) continue;
      throw invalid(
        `${file}: profile \`${profileName}\` names \`${upstreamName}\`, which is no upstream of ` +
          `the family \`${family}\``,
      );
    }
  }
  return settings;
}

function invalid(message: string): SluiceError {
  return new SluiceError('settings-invalid', message, {
    hint: 'see docs/gateway.md for what `gateway.yaml` may hold',
  });
}
