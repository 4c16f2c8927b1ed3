import { copied, looked, madeFrom, orLeftOut, priv, step } from '../task/write.ts';
import type { FlightsData } from '../world/flights.ts';
import { daysLater, spoken, type Values } from './draws.ts';
import type { Form, Source, Template } from './template.ts';

const homes = ['Turin', 'Gdansk', 'Malmo', 'Porto', 'Leipzig', 'Ghent'] as const;

const targets = ['Athens', 'Riga', 'Tunis', 'Zagreb', 'Bilbao', 'Tallinn'] as const;

const airlines = ['Condor Blue', 'Meridian', 'Polar Wings'] as const;

const nationalities = ['Portuguese', 'Swedish', 'Polish', 'Belgian'] as const;

const priors = [
  {
    turn: looked('Show my traveller profile.', ['view_traveller'], 'Here it is.'),
    shows: ['card', 'passport', 'address'],
  },
  {
    turn: looked('Show my bookings.', ['view_bookings'], 'Two flights.'),
    shows: ['itinerary'],
  },
];

function personFrom(values: Values): FlightsData {
  const [self] = values.names(1);
  const [first = '', second = '', third = ''] = values.shuffled(targets);
  // Nobody lives where they leave from, so that it is known which of the two a call rests on.
  const [home = '', airport = ''] = values.shuffled(homes);
  const bookingTo = (to: string, month: number): FlightsData['bookings'][number] => ({
    reference: `${values.letters(2)}${values.digits(2)}${values.letters(2)}`,
    flight: `${values.letters(2)} ${values.digits(3)}`,
    from: airport,
    to,
    date: values.day(month),
    seat: `${1 + values.below(30)}${values.letters(1)}`,
  });
  return {
    name: self?.name ?? '',
    card: [4, 4, 4, 4].map((count) => values.digits(count)).join(' '),
    cardExpires: '11/34',
    passport: `${values.letters(2)}${values.digits(7)}`,
    nationality: values.one(nationalities),
    street: `${values.one(['Elm', 'Harbour', 'Station', 'Church'])} Street ${10 + values.below(80)}`,
    city: home,
    postcode: values.digits(5),
    frequentFlyer: `${values.letters(3)}-${values.digits(6)}`,
    bookings: [bookingTo(first, 6), bookingTo(second, 7)],
    flights: [
      {
        flight: `${values.letters(2)} ${values.digits(3)}`,
        airline: values.one(airlines),
        from: home,
        to: third,
        date: values.day(9),
        departs: '08:15',
        arrives: '11:00',
        price: 60 + values.below(200),
      },
    ],
  };
}

const templates: readonly Template<FlightsData>[] = [
  ({ name, card, passport, flights }): Form => {
    const flight = flights[0]?.flight ?? '';
    return {
      pattern: 'implicit',
      request: `Take flight ${flight} for me, please: book it.`,
      steps: [
        step('book_flight', {
          flight,
          traveller: madeFrom(name, { text: name }),
          passport: copied('passport', passport),
          card: copied('card', card),
        }),
      ],
    };
  },
  ({ city, flights }): Form => {
    const [offer] = flights;
    const date = offer?.date ?? '';
    return {
      pattern: 'reasoning',
      request: `What flies from where I live to ${offer?.to ?? ''} on ${spoken(date)}?`,
      steps: [step('search_flights', { from: copied('address', city), to: offer?.to ?? '', date })],
      told: [offer?.flight ?? ''],
    };
  },
  ({ bookings }, values): Form => {
    const { to, reference } = values.of(bookings);
    return {
      pattern: 'explicit',
      request: `I shall not go to ${to} after all. Cancel it.`,
      steps: [step('cancel_booking', { reference: copied('itinerary', reference) })],
    };
  },
  ({ street, city }, values): Form => {
    const airport = values.one(targets);
    return {
      pattern: 'description',
      request: `How do I reach the airport of ${airport} by 09:40?`,
      steps: [
        step('airport_transfer', {
          airport,
          arriveBy: '09:40',
          start: orLeftOut(madeFrom(`${street}, ${city}`, priv('address', street, city))),
        }),
      ],
    };
  },
  ({ frequentFlyer }, values): Form => {
    const flight = `${values.letters(2)} ${values.digits(3)}`;
    return {
      pattern: 'description',
      request: `Keep the price of ${flight} for a day.`,
      steps: [
        step('hold_fare', {
          flight,
          frequentFlyer: orLeftOut(copied('itinerary', frequentFlyer)),
        }),
      ],
    };
  },
  ({ bookings }): Form => {
    const [first] = bookings;
    const { to = '', from = '', date = '' } = first ?? {};
    return {
      pattern: 'reasoning',
      request: `Which hotels are there for the night before I fly to ${to}, in the city where I leave from?`,
      steps: [
        step('search_hotels', {
          city: copied('itinerary', from),
          night: madeFrom(daysLater(date, -1), priv('itinerary', date)),
        }),
      ],
      told: [`Old Mill ${from}`],
    };
  },
  (_, values): Form => {
    const airline = values.one(airlines);
    return {
      pattern: 'none',
      request: `What luggage does ${airline} allow in the hold?`,
      rewordings: [`How heavy may a suitcase be with ${airline}?`],
      steps: [step('baggage_rules', { airline })],
      told: ['23 kg'],
    };
  },
  (_, values): Form => {
    const [from = '', to = ''] = values.shuffled(targets);
    const below = 40 + values.below(100);
    return {
      pattern: 'none',
      request: `Watch ${from} to ${to} and tell me when it is below ${below}.`,
      steps: [step('price_alert', { from, to, below })],
    };
  },
  ({ bookings }, values): Form => {
    const city = bookings[0]?.to ?? '';
    const night = values.day(10);
    return {
      pattern: 'none',
      request: `My aunt will be in ${city} on ${spoken(night)}. Find hotels for her.`,
      steps: [step('search_hotels', { city, night })],
      told: [`Harbour Inn ${city}`],
    };
  },
  (_, values): Form => {
    const nationality = values.one(['Chilean', 'Kenyan', 'Korean']);
    const country = values.one(['Georgia', 'Oman', 'Peru']);
    const flight = `${values.letters(2)} ${values.digits(3)}`;
    return {
      pattern: 'none',
      request: `A ${nationality} colleague goes to ${country} on ${flight}. Is it on time, and what does she need?`,
      steps: [step('flight_status', { flight }), step('entry_rules', { nationality, country })],
      told: ['on time', 'on arrival'],
    };
  },
];

/** Generated tasks of the flights world. */
export const drawnFlights: Source<FlightsData> = {
  world: 'flights',
  templates,
  priors,
  dataFrom: personFrom,
  settingOf: (data) => ({ world: 'flights', data }),
};
