const utf8 = new TextEncoder();

/** A zip archive of members as they are, unpacked: what a wheel is, at its smallest. */
export function tinyZip(members: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const locals: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(members)) {
    const path = utf8.encode(name);
    const facts = [
      20,
      0,
      0,
      0,
      0,
      crc32(bytes),
      bytes.length,
      bytes.length,
      path.length,
      0,
    ] as const;
    const local = [record(0x04034b50, 'HHHHHIIIHH', facts), path, bytes];
    locals.push(...local);
    const rest = [0, 0, 0, 0, at] as const;
    central.push(record(0x02014b50, 'HHHHHHIIIHHHHHII', [20, ...facts, ...rest]), path);
    at += lengthOf(local);
  }
  const count = Object.keys(members).length;
  const end = record(0x06054b50, 'HHHHIIH', [0, 0, count, count, lengthOf(central), at, 0]);
  return joined([...locals, ...central, end]);
}

/** A signature and little-endian numbers: `H` has two bytes, `I` four. */
function record(signature: number, format: string, values: readonly number[]): Uint8Array {
  const fields = [
    ['I', signature] as const,
    ...values.map((value, at) => [format[at], value] as const),
  ];
  return joined(
    fields.map(([kind, value]) => {
      const length = kind === 'I' ? 4 : 2;
      return Uint8Array.from({ length }, (_, at) => (value >>> (8 * at)) & 255);
    }),
  );
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
