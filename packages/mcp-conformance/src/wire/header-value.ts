const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const sentinel = /^=\?base64\?(.*)\?=$/;

/** The form in which the specification mirrors a value of a body into a header. */
export function encodeHeader(value: string): string {
  const isPlain = plain.test(value) && !sentinel.test(value);
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

export function decodeHeader(value: string): string {
  const [, encoded] = sentinel.exec(value) ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}
