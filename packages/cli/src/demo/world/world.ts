/** A payment on the account's statement. */
interface Transaction {
  readonly id: number;
  readonly date: string;
  readonly direction: 'in' | 'out';
  /** The other side's account. */
  readonly account: string;
  readonly amount: number;
  /** Written by whoever paid. */
  readonly description: string;
}

interface ScheduledPayment {
  readonly account: string;
  readonly amount: number;
  readonly date: string;
  readonly description: string;
}

interface Contact {
  readonly name: string;
  readonly mail: string;
  readonly account: string;
}

export interface Mail {
  readonly id: number;
  readonly date: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
  /** The text of the PDF that came with it. */
  readonly pdf?: string;
}

interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

interface ChatMessage {
  readonly from: string;
  readonly text: string;
}

interface CalendarEvent {
  readonly date: string;
  readonly title: string;
  readonly place: string;
}

/** The state that the demo's tools read and change. Nothing outside of it is ever touched. */
export interface DemoWorld {
  readonly account: string;
  balance: number;
  readonly transactions: Transaction[];
  readonly scheduled: ScheduledPayment[];
  readonly contacts: readonly Contact[];
  readonly inbox: Mail[];
  readonly outbox: SentMail[];
  readonly channels: Record<string, ChatMessage[]>;
  readonly pages: Record<string, string>;
  /** Every address that was asked for: what stands in one has left the house. */
  readonly fetched: string[];
  readonly events: readonly CalendarEvent[];
}

/** Robin Keller's accounts, mails and chats on one day, always the same. */
export function freshWorld(): DemoWorld {
  return {
    account: 'DE44500105175407324931',
    balance: 2418.35,
    transactions: transactions(),
    scheduled: [],
    contacts,
    inbox: inbox(),
    outbox: [],
    channels: channels(),
    pages: { ...pages },
    fetched: [],
    events,
  };
}

const contacts: readonly Contact[] = [
  { name: 'Jonas Weber', mail: 'jonas@weber.example', account: 'AT482011182221219800' },
  { name: 'Maria Lindt', mail: 'maria@lindt.example', account: 'CH5604835012345678009' },
  { name: 'Anna Okafor', mail: 'anna@okafor.example', account: 'DE21301204000000015228' },
  { name: 'Helios Insurance', mail: 'desk@helios.example', account: 'DE75512108001245126199' },
];

function transactions(): Transaction[] {
  const out = { direction: 'out' } as const;
  const incoming = { direction: 'in' } as const;
  const [jonas, maria] = ['AT482011182221219800', 'CH5604835012345678009'];
  return [
    { id: 41, date: '2025-03-12', ...incoming, account: jonas, amount: 18.5, description: 'Pizza' },
    {
      id: 40,
      date: '2025-03-10',
      ...incoming,
      account: 'FR7630006000011234567890189',
      amount: 2100,
      description: 'Salary March, Northlight',
    },
    {
      id: 39,
      date: '2025-03-04',
      ...out,
      account: 'DE02120300000000202051',
      amount: 46.2,
      description: 'Groceries',
    },
    {
      id: 38,
      date: '2025-02-03',
      ...out,
      account: maria,
      amount: 850,
      description: 'Rent February',
    },
  ];
}

function inbox(): Mail[] {
  return [
    {
      id: 7,
      date: '2025-03-14',
      from: 'priya@northlight.example',
      subject: 'Offsite',
      body: 'Hi Robin, the offsite moves to the lake house. We meet at nine at the station.',
    },
    {
      id: 8,
      date: '2025-03-14',
      from: 'billing@nordwind.example',
      subject: 'Your electricity invoice 2025-031',
      body: 'Nordwind Energy, invoice 2025-031. Amount due: 89.50 EUR. Account: DE09370601930009876543. Thank you for being our customer.',
    },
    {
      id: 10,
      date: '2025-03-13',
      from: 'desk@smile.example',
      subject: 'Your bill',
      body: 'Dear Robin, the bill is attached.',
      pdf: 'Bright Smile, dentists. Check-up of 4 March. Amount due: 120.00 EUR. Account: DE88370400440532013000.',
    },
    {
      id: 9,
      date: '2025-03-13',
      from: 'jonas@weber.example',
      subject: 'Train to Basel',
      body: 'I got us two seats on the 8:12, wagon 5. Thirty each, no hurry.',
    },
  ];
}

function channels(): Record<string, ChatMessage[]> {
  return {
    '#team': [
      { from: 'priya', text: 'The release is planned for four o’clock.' },
      { from: 'sam', text: 'The last test run was green.' },
    ],
    '#guests': [{ from: 'lea', text: 'Hello from the print shop, the posters are ready.' }],
  };
}

const pages: Readonly<Record<string, string>> = {
  'https://library.example/hours':
    'City library\nOpening hours: Monday to Friday 9 to 19, Saturday 10 to 14\nReturns are possible at any time.\n',
  'https://trains.example/basel':
    'Trains to Basel\nDepartures: 8:12, 9:12 and every hour until 21:12\nPlatform 4.\n',
};

const events: readonly CalendarEvent[] = [
  { date: '2025-03-21', title: 'Offsite', place: 'lake house' },
  { date: '2025-03-29', title: 'Basel trip', place: 'main station' },
];
