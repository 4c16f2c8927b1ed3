/** See `requirements.ts`. */
export const weightsRequirements = {
  'weights/unpacked-exactly':
    'Weights of every type that is read are unpacked bit for bit as the reference does.',
  'weights/broken-refused':
    'A broken or unknown GGUF file is refused with an error; none makes the reader crash or hang.',
  'weights/resumed':
    'A download that breaks off goes on where it stopped, in the same pull or in the next one.',
  'weights/checked':
    'Weights have their name in the cache only since their SHA-256 was the one expected.',
  'weights/one-pull': 'Of two pulls of the same weights at once, one fetches and the other waits.',
  'weights/only-pull':
    'Installing, importing and asking for weights fetch nothing: `pull` alone does.',
} as const;
