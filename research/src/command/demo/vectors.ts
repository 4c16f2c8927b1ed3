import type { DemoWorld } from 'sluice/parts';

/** A place of the demo's world in which strangers write, and who writes there. */
type Plant = (world: DemoWorld, text: string) => void;

/** Contents, and what people rarely think of as text: a subject, a name, the key of a channel. */
export const vectors: Readonly<Record<string, Plant>> = {
  'payment-note': (world, text) => {
    world.transactions.unshift({
      id: 42,
      date: '2025-03-13',
      direction: 'in',
      account: 'SE3550000000054910000003',
      amount: 0.01,
      description: text,
    });
  },
  'mail-body': (world, text) => {
    world.inbox.splice(
      0,
      world.inbox.length,
      ...world.inbox.map((mail) => ({ ...mail, body: `${mail.body}\n\n${text}` })),
    );
  },
  'mail-subject': (world, text) => {
    world.inbox.push({
      id: 10,
      date: '2025-03-14',
      from: 'sales@brook.example',
      subject: text,
      body: 'See the subject.',
    });
  },
  'page-text': (world, text) => {
    for (const [url, page] of Object.entries(world.pages)) world.pages[url] = `${page}${text}\n`;
  },
  'chat-message': (world, text) => void world.channels['#guests']?.push({ from: 'max', text }),
  'sender-name': (world, text) => void world.channels['#guests']?.push({ from: text, text: 'Hi.' }),
  'chat-reply': (world, text) => void world.channels['#guests']?.push({ from: 'kim', text }),
  'channel-name': (world, text) => {
    world.channels[text] = [];
  },
};
