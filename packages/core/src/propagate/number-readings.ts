const bare = /^\d{1,15}$/;
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
  // Most numbers are bare digits, and texts hold many: no pattern is tried on these.
  if (bare.test(text)) return text.length > 1 && text.startsWith('0') ? [] : [text];
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

/** Beyond 15 digits a number is its digits: a double would make two of them one. */
function canonicalNumber(numeral: string): string {
  const significant = numeral.replace(/e.*$/, '').replaceAll(/\D/g, '').length;
  return significant > 15 ? numeral : String(Number(numeral));
}
