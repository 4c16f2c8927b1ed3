/**
 * A filter of system calls (seccomp), as the kernel reads it: a process may not put characters into
 * its terminal as if somebody had typed them (TIOCSTI, TIOCLINUX): the shell outside of the sandbox
 * would run them. All else is allowed. `undefined`: not known for this processor.
 */
export function terminalFilter(arch: string = process.arch): Buffer | undefined {
  const known = processors[arch];
  if (known === undefined) return undefined;
  const { audit, ioctl, foreignFrom } = known;
  const allow = 9;
  const refuse = 10;
  return Buffer.concat([
    step(load, { value: place.arch }),
    step(isEqual, { value: audit, no: to(1, refuse) }),
    step(load, { value: place.number }),
    step(isAtLeast, { value: foreignFrom, yes: to(3, refuse) }),
    step(isEqual, { value: ioctl, no: to(4, allow) }),
    step(load, { value: place.request }),
    step(isEqual, { value: typeCharacter, yes: to(6, refuse) }),
    step(isEqual, { value: consoleRequest, yes: to(7, refuse) }),
    step(give, { value: verdict.allow }),
    step(give, { value: verdict.allow }),
    step(give, { value: verdict.refuse }),
  ]);
}

/** How many instructions lie between two. */
function to(at: number, target: number): number {
  return target - at - 1;
}

/** By the kernel's headers: its name for the processor, the call, and where other tables begin. */
const processors: Readonly<
  Record<string, { readonly audit: number; readonly ioctl: number; readonly foreignFrom: number }>
> = {
  x64: { audit: 0xc000_003e, ioctl: 16, foreignFrom: 0x4000_0000 },
  arm64: { audit: 0xc000_00b7, ioctl: 29, foreignFrom: 0xffff_ffff },
};

/** Where the kernel lays out a call: its number, the processor, the lower half of argument 2. */
const place = { number: 0, arch: 4, request: 24 } as const;
const typeCharacter = 0x5412;
const consoleRequest = 0x541c;
/** Allowed, or an error: not permitted. */
const verdict = { allow: 0x7fff_0000, refuse: 0x0005_0001 } as const;

const load = 0x20;
const isEqual = 0x15;
const isAtLeast = 0x35;
const give = 0x06;

/** One instruction: its code, how many to skip where it holds and where not, and a value. */
function step(
  code: number,
  { value, yes = 0, no = 0 }: { readonly value: number; readonly yes?: number; no?: number },
): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
