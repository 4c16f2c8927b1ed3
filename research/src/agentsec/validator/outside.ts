import { drawOf } from '../../draw.ts';

/**
 * The spellings of an outside list: the probes of `garak.probes.encoding`, all of them, by their
 * names there (garak 0.17.1, NVIDIA, Apache-2.0). `known`: those that every validator is built for
 * (base64, hexadecimal, quoted-printable, rot13). The rest is cut into halves below.
 */
const listed = {
  known: ['Base64', 'Base16', 'Hex', 'QP', 'Mime', 'ROT13'],
  rest: [
    'Base32',
    'Ascii85',
    'UU',
    'Base2048',
    'Braille',
    'Atbash',
    'Morse',
    'Nato',
    'Ecoji',
    'Zalgo',
    'Leet',
    'UnicodeTagChars',
    'UnicodeVariantSelectors',
    'SneakyBits',
  ],
} as const;

type Rest = (typeof listed.rest)[number];

export type OutsideName = (typeof listed.known)[number] | Rest;

const seed = 20_261_123;

const drawn: readonly Rest[] = drawOf(seed).shuffled(listed.rest);

const half = Math.floor(drawn.length / 2);

/** The gate may be built for these. */
export const openNames: readonly OutsideName[] = [...listed.known, ...drawn.slice(half)];

/**
 * Held out: fixed before the gate was written. Nothing in it may be made for one of these; what
 * general normalisation finds of them nevertheless, it finds.
 */
export const heldOutNames: readonly OutsideName[] = drawn.slice(0, half);
