const months = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sep(?:t(?:ember)?)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];
const monthName = `(${months.join('|')})\\b\\.?`;
const dayNumber = String.raw`\b(\d{1,2})(?:st|nd|rd|th)?\b`;
const yearAfter = String.raw`(?:,?\s{1,3}(\d{4})\b)?`;
const monthFirst = new RegExp(String.raw`\b${monthName}\s{1,3}${dayNumber}${yearAfter}`, 'g');
const dayFirst = new RegExp(
  String.raw`${dayNumber}(?:\s{1,3}of)?\s{1,3}${monthName}${yearAfter}`,
  'g',
);
const clock = /\b(\d{1,2})(?::([0-5]\d))?(?::[0-5]\d)?\s?([ap])\.?m\b/g;

/** Without a month's name or half of a day nothing is looked for further. */
const speaks = new RegExp(String.raw`\b(?:${months.join('|')})\b|\d\s?[ap]\.?m\b`);

const begins = /^\d{1,4}[-/.:]\d/;
const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const numericDate = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
const time = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;
const dateTime = /^(\d{4}-\d\d-\d\d)[t_](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:z|[+-]\d\d:?\d\d)?$/;

/**
 * The dates and times that a folded text without spaces can mean as a whole, as `date:2024-03-04`
 * and `time:10:00`. `3/4/2024` is read both ways.
 */
export function dateReadings(text: string): readonly string[] {
  if (!begins.test(text)) return [];
  const [, date, clockTime] = dateTime.exec(text) ?? [];
  if (date !== undefined && clockTime !== undefined) {
    return [...dateReadings(date), ...dateReadings(clockTime)];
  }
  const [, isoYear, isoMonth, isoDay] = isoDate.exec(text) ?? [];
  if (isoYear !== undefined) return dateOf(isoYear, isoMonth, isoDay);
  const [, first, second, year] = numericDate.exec(text) ?? [];
  if (year !== undefined) {
    const full = year.length === 2 ? `20${year}` : year;
    return [...new Set([...dateOf(full, first, second), ...dateOf(full, second, first)])];
  }
  const [, hour, minute] = time.exec(text) ?? [];
  return hour === undefined ? [] : timeOf(Number(hour), minute);
}

/** Dates and times written over several words: `March 3rd, 2024`, `3 March`, `10 am`. */
export function spokenDates(folded: string): readonly string[] {
  if (!speaks.test(folded)) return [];
  const found: string[] = [];
  for (const [, month = '', day, year] of folded.matchAll(monthFirst)) {
    found.push(...dateOf(year, monthNumber(month), day));
  }
  for (const [, day, month = '', year] of folded.matchAll(dayFirst)) {
    found.push(...dateOf(year, monthNumber(month), day));
  }
  for (const [, hour, minute, half] of folded.matchAll(clock)) {
    const twelve = Number(hour) % 12;
    if (Number(hour) <= 12) found.push(...timeOf(half === 'p' ? twelve + 12 : twelve, minute));
  }
  return found;
}

/** The day of a date without its year, which somebody may have said alone. */
export function dayOf(atom: string): string | undefined {
  return atom.startsWith('date:') ? atom.slice(-5) : undefined;
}

function monthNumber(name: string): string {
  return String(months.findIndex((each) => name.startsWith(each.slice(0, 3))) + 1);
}

function dateOf(year: string | undefined, month = '', day = ''): readonly string[] {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return [];
  const monthDay = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return [year === undefined ? `day:${monthDay}` : `date:${year}-${monthDay}`];
}

function timeOf(hour: number, minute = '00'): readonly string[] {
  return [`time:${String(hour).padStart(2, '0')}:${minute}`];
}
