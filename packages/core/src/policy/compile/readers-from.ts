import type { Label } from '../../label/label.ts';
import { readerSet, type ReadersValue } from '../../label/dimension/readers-value.ts';
import type { Compiler } from './compiler.ts';

type Readers = Pick<Compiler, 'space' | 'readers'>;

/** The names that fields hold; `undefined` where one is missing, empty, or not a list of texts. */
export function namesIn(
  values: readonly unknown[],
  { emptyList }: { readonly emptyList: 'names-nobody' | 'unreadable' },
): readonly string[] | undefined {
  if (values.length === 0) return undefined;
  const names: string[] = [];
  for (const value of values) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (items.length === 0 && emptyList === 'unreadable') return undefined;
    for (const item of items) {
      if (typeof item !== 'string' || item.trim() === '') return undefined;
      names.push(item.trim());
    }
  }
  return names;
}

/** The label with its readers replaced by those that a set of names makes. */
export function withReaders(
  { space, readers }: Readers,
  label: Label,
  names: readonly string[],
): Label | undefined {
  const value: ReadersValue | undefined = readerSet({ principals: names });
  if (value === undefined || readers === undefined) return undefined;
  return space.of({ ...label.values, [readers]: value });
}

/** The label with nobody for a reader. */
export function topReaders({ space, readers }: Readers, label: Label): Label {
  if (readers === undefined) return space.top;
  return space.of({ ...label.values, [readers]: space.top.values[readers] });
}
