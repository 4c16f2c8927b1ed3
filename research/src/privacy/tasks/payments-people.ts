import type { PaymentsData } from '../world/payments-data.ts';

const everybody = {
  people: [
    { name: 'Lena Hartmann', handle: '@lena.hartmann', city: 'Graz' },
    { name: 'Lena Hartwig', handle: '@lhartwig', city: 'Bern' },
    { name: 'Marek Novak', handle: '@mnovak', city: 'Brno' },
  ],
  shops: [
    { name: 'Bluebird Books', handle: '@bluebird.books', sells: 'books and maps' },
    { name: 'Volta Bikes', handle: '@volta.bikes', sells: 'bikes and repairs' },
    { name: 'Green Fork', handle: '@greenfork', sells: 'catering' },
  ],
};

export const nadia: PaymentsData = {
  ...everybody,
  name: 'Nadia Brandt',
  handle: '@nadia-brandt',
  balance: 418.6,
  password: 'plum-Kettle-92',
  friends: [
    { name: 'Tomas Reyes', handle: '@tomas.reyes', phone: '555-0147', birthday: '03-19' },
    { name: 'Ines Falk', handle: '@ines-falk', phone: '555-0162', birthday: '05-20' },
    { name: 'Jonas Lind', handle: '@jonaslind', phone: '555-0118', birthday: '11-02' },
    { name: 'Priya Nair', handle: '@priya.nair', phone: '555-0175', birthday: '08-30' },
  ],
  transactions: [
    out('T-5107', '2031-05-11', { with: 'Ines Falk', amount: 36.4, note: 'concert tickets' }),
    out('T-5106', '2031-05-09', { with: 'Corner Bakery', amount: 12.9, note: 'breakfast' }),
    out('T-5104', '2031-05-06', { with: 'Volta Bikes', amount: 149, note: 'new wheel' }),
    out('T-5103', '2031-05-03', { with: 'Tomas Reyes', amount: 27.5, note: 'his pizza' }),
    out('T-5102', '2031-05-01', { with: 'Tomas Reyes', amount: 14.25, note: 'his taxi' }),
  ],
};

export const oskar: PaymentsData = {
  ...everybody,
  name: 'Oskar Wendt',
  handle: '@oskarw',
  balance: 1320.5,
  password: 'Grus7-lantern',
  friends: [
    { name: 'Mira Solberg', handle: '@mira.solberg', phone: '555-0203', birthday: '12-05' },
    { name: 'Henrik Dahl', handle: '@hdahl', phone: '555-0229', birthday: '06-14' },
    { name: 'Aiko Tan', handle: '@aiko-tan', phone: '555-0240', birthday: '01-07' },
  ],
  transactions: [
    out('T-8831', '2031-05-10', { with: 'Aiko Tan', amount: 44, note: 'cinema' }),
    out('T-8830', '2031-05-07', { with: 'Fjord Gym', amount: 59.9, note: 'membership' }),
    out('T-8829', '2031-05-02', { with: 'Bluebird Books', amount: 18, note: 'guide to Crete' }),
  ],
};

function out(
  id: string,
  date: string,
  rest: { readonly with: string; readonly amount: number; readonly note: string },
): PaymentsData['transactions'][number] {
  return { id, date, direction: 'out', ...rest };
}
