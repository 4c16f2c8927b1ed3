/** The system calls that an agent is refused, by what it is to reach. */
export interface CallFilter {
  /**
   * It may not put characters into its terminal as if somebody had typed them (TIOCSTI, TIOCLINUX):
   * the shell outside of the sandbox would run them.
   */
  readonly host: Buffer;
  /**
   * Nor may it open a socket that leads out of its own network: a Unix socket is found by a path,
   * whatever network a process has. Pairs of sockets are connected to each other for good.
   */
  readonly gateway: Buffer;
}

/**
 * Filters (seccomp) as the kernel reads them. All that they do not name is allowed. `undefined`:
 * not known for this processor.
 */
export function callFilter(arch: string = process.arch): CallFilter | undefined {
  const known = processors[arch];
  if (known === undefined) return undefined;
  const { audit, foreignFrom } = known;
  const begin = [
    step(load, { value: place.arch }),
    step(isEqual, { value: audit, yes: 1 }),
    step(give, { value: verdict.refuse }),
    step(load, { value: place.number }),
    step(isAtLeast, { value: foreignFrom, no: 1 }),
    step(give, { value: verdict.refuse }),
  ];
  const terminal = where(known.ioctl, [
    step(load, { value: place.second }),
    ...cases(typing, verdict.refuse),
    step(give, { value: verdict.allow }),
  ]);
  const end = [step(give, { value: verdict.allow })];
  return {
    host: Buffer.concat([...begin, ...terminal, ...end]),
    gateway: Buffer.concat([...begin, ...terminal, ...sockets(known), ...end]),
  };
}

/** Sockets that are none of its own network, and calls that would open some past this filter. */
function sockets({ socket, socketPair, ring }: Processor): readonly Buffer[] {
  return [
    ...where(socket, [
      step(load, { value: place.first }),
      ...cases(ownFamilies, verdict.allow),
      step(give, { value: verdict.noFamily }),
    ]),
    ...where(socketPair, [
      step(load, { value: place.second }),
      step(keepBits, { value: kindBits }),
      ...cases(pairedForGood, verdict.allow),
      step(give, { value: verdict.noFamily }),
    ]),
    ...where(ring, [step(give, { value: verdict.noCall })]),
  ];
}

/** Steps for one system call; they end in a verdict. */
function where(number: number, steps: readonly Buffer[]): readonly Buffer[] {
  return [
    step(load, { value: place.number }),
    step(isEqual, { value: number, no: steps.length }),
    ...steps,
  ];
}

function cases(values: readonly number[], then: number): readonly Buffer[] {
  return values.flatMap((value) => [step(isEqual, { value, no: 1 }), step(give, { value: then })]);
}

/** By the kernel's headers: its name for the processor, calls, and where other tables begin. */
interface Processor {
  readonly audit: number;
  readonly foreignFrom: number;
  readonly ioctl: number;
  readonly socket: number;
  readonly socketPair: number;
  /** `io_uring_setup`: what is asked for in a ring is no system call. */
  readonly ring: number;
}

const processors: Readonly<Record<string, Processor>> = {
  x64: {
    audit: 0xc000_003e,
    foreignFrom: 0x4000_0000,
    ioctl: 16,
    socket: 41,
    socketPair: 53,
    ring: 425,
  },
  arm64: {
    audit: 0xc000_00b7,
    foreignFrom: 0xffff_ffff,
    ioctl: 29,
    socket: 198,
    socketPair: 199,
    ring: 425,
  },
};

/** Where the kernel lays out a call: its number, the processor, the lower halves of arguments. */
const place = { number: 0, arch: 4, first: 16, second: 24 } as const;
const typing = [0x5412, 0x541c];
/** `AF_INET`, `AF_INET6`, and `AF_NETLINK`, which tells of the addresses. */
const ownFamilies = [2, 10, 16];
/** `SOCK_STREAM` and `SOCK_SEQPACKET`: the others can be connected again. Flags stand above. */
const pairedForGood = [1, 5];
const kindBits = 0xf;
/** Allowed, or an error: `EPERM`, `EAFNOSUPPORT`, `ENOSYS`. */
const verdict = {
  allow: 0x7fff_0000,
  refuse: 0x0005_0001,
  noFamily: 0x0005_0061,
  noCall: 0x0005_0026,
} as const;

const load = 0x20;
const keepBits = 0x54;
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
