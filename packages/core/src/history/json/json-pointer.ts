/** JSON pointers (RFC 6901), by which the arguments of a call are named. */
export function pointerBelow(parent: string, key: string): string {
  return `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The keys that a pointer leads through; none for the whole. */
export function pointerKeys(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
