/** A share as a table shows it; what was not measured is a dash. */
export function shareText(share: number | null | undefined): string {
  return typeof share === 'number' ? share.toFixed(3) : '–';
}
