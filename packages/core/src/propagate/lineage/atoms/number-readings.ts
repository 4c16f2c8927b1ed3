const plain = /^\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$|^\.\d+$/;
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const groupedByPoint = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const groupedOtherwise = /^\d{1,3}(?:['’_ ]\d{3})+(?:[.,]\d+)?$/;
const decimalComma = /^\d+,\d+$/;
const dressed = /^[+\-−(]*[\p{Sc}#~≈]*[+-]?([\d.,'’_ ]*\d(?:e[+-]?\d+)?)[\p{Sc}%)]*[a-z]{0,3}$/u;

/**
 * The numbers that a folded text can mean as a whole, in one canonical form: `1,000.00`,
 * `1.000,00`, `1'000` and `1e3` are 1000; `1,000` is 1000 or 1. The sign, a currency, a percent
 * sign and a short unit do not count. A leading zero makes an identifier, not a number.
 */
export function numberReadings(text: string): readonly string[] {
  const number = bareNumber(text);
  if (number !== undefined) return [String(number)];
  if (!/\d/.test(text)) return [];
  const digits = dressed.exec(text)?.[1];
  if (digits === undefined) return [];
  const readings = new Set<string>();
  const add = (numeral: string): void => {
    if (!/^0\d/.test(numeral)) readings.add(canonicalNumber(numeral));
  };
  if (plain.test(digits)) add(digits);
  if (grouped.test(digits)) add(digits.replaceAll(',', ''));
  if (groupedByPoint.test(digits)) add(digits.replaceAll('.', '').replace(',', '.'));
  if (groupedOtherwise.test(digits)) add(digits.replaceAll(/['’_ ]/g, '').replace(',', '.'));
  if (decimalComma.test(digits)) add(digits.replace(',', '.'));
  return [...readings];
}

/**
 * The number that digits with or without a point mean, where they can mean one only; texts hold
 * many such, so no pattern is tried on them. Three digits after the point could be a group, and
 * beyond 15 digits a double would not tell two numbers apart.
 */
export function bareNumber(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > 15) return undefined;
  let point = length;
  let digits = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) digits = digits * 10 + unit - 0x30;
    else if (unit === 0x2e && point === length) point = at;
    else return undefined;
  }
  const isIdentifier = point > 1 && text.startsWith('0');
  if (point === 0 || isIdentifier) return undefined;
  if (point === length) return digits;
  const fraction = length - point - 1;
  return fraction === 0 || fraction === 3 || fraction > 6 ? undefined : digits / 10 ** fraction;
}

/** Beyond 15 digits a number is its digits: a double would make two of them one. */
function canonicalNumber(numeral: string): string {
  const significant = numeral.replace(/e.*$/, '').replaceAll(/\D/g, '').length;
  return significant > 15 ? numeral : String(Number(numeral));
}
