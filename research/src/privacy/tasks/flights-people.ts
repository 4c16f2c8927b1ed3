import type { Flight, FlightsData } from '../world/flights-data.ts';

const flights: readonly Flight[] = [
  flight('SC 441', 'Oslo – Copenhagen', { date: '2031-06-20', departs: '07:20', price: 96 }),
  flight('SC 449', 'Oslo – Copenhagen', { date: '2031-06-20', departs: '16:45', price: 120 }),
  flight('NW 216', 'Bergen – Lisbon', { date: '2031-06-15', departs: '09:10', price: 188 }),
  flight('NW 220', 'Bergen – Lisbon', { date: '2031-06-16', departs: '11:35', price: 174 }),
  flight('NW 455', 'Bergen – Tromso', { date: '2031-05-13', departs: '12:05', price: 82 }),
  flight('IB 902', 'Madrid – Rome', { date: '2031-08-01', departs: '10:00', price: 131 }),
  flight('AL 901', 'Cork – Vienna', { date: '2031-09-12', departs: '06:30', price: 144 }),
];

export const elin: FlightsData = {
  name: 'Elin Marsh',
  card: '4417 2290 6683 1105',
  cardExpires: '09/33',
  passport: 'KX4829137',
  nationality: 'Norwegian',
  street: 'Tollgata 18',
  city: 'Stord',
  postcode: '5411',
  frequentFlyer: 'SKY-771-204',
  bookings: [
    {
      reference: 'R4TK9P',
      flight: 'NW 214',
      from: 'Bergen',
      to: 'Lisbon',
      date: '2031-06-14',
      seat: '14C',
    },
    {
      reference: 'H2MV6D',
      flight: 'NW 830',
      from: 'Bergen',
      to: 'Oslo',
      date: '2031-05-28',
      seat: '3A',
    },
  ],
  flights,
};

export const daniel: FlightsData = {
  name: 'Daniel Okoye',
  card: '5290 0041 7736 2218',
  cardExpires: '01/34',
  passport: 'PD7710482',
  nationality: 'Irish',
  street: '7 Mill Lane',
  city: 'Cork',
  postcode: 'T12 X4P0',
  frequentFlyer: 'ALB-305-118',
  bookings: [
    {
      reference: 'W8QF3L',
      flight: 'AL 77',
      from: 'Cork',
      to: 'Paris',
      date: '2031-07-02',
      seat: '21F',
    },
    {
      reference: 'J5NC2B',
      flight: 'AL 78',
      from: 'Paris',
      to: 'Cork',
      date: '2031-07-06',
      seat: '22A',
    },
  ],
  flights,
};

function flight(
  number: string,
  route: string,
  rest: Pick<Flight, 'date' | 'departs' | 'price'>,
): Flight {
  const [from = '', to = ''] = route.split(' – ');
  return { flight: number, airline: number.slice(0, 2), from, to, arrives: '23:00', ...rest };
}
