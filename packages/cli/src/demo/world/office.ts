import type { Tool } from '@sluice/core';
import { stringify } from 'yaml';
import { tool, ToolFailure } from './arguments.ts';
import type { DemoWorld } from './world.ts';

/** Address book and calendar: the user's own data. */
export function officeTools(world: DemoWorld): readonly Tool[] {
  return [
    tool('get_contact', {
      description: 'Mail address and account of someone in the address book.',
      args: { name: ['string', 'full name'] },
      run: (args) => {
        const name = args.text('name');
        const contact = world.contacts.find((one) => one.name === name);
        if (contact === undefined)
          throw new ToolFailure('Nobody in the address book has that name.');
        return JSON.stringify(contact);
      },
    }),
    tool('list_events', {
      description: 'The calendar.',
      args: {},
      run: () => stringify(world.events),
    }),
  ];
}

/** The mail box: it answers in JSON. */
export function mailTools(world: DemoWorld): readonly Tool[] {
  return [
    tool('list_mails', {
      description: 'The mails in the inbox, without their text.',
      args: {},
      run: () => JSON.stringify(world.inbox.map(({ body: _, pdf: __, ...head }) => head)),
    }),
    tool('read_mail', {
      description: 'One mail with its text.',
      args: { id: ['integer', 'id from list_mails'] },
      run: (args) => {
        const id = args.number('id');
        const mail = world.inbox.find((one) => one.id === id);
        if (mail === undefined) throw new ToolFailure('No mail has that id.');
        const { pdf, ...read } = mail;
        return JSON.stringify({ ...read, ...(pdf !== undefined && { attachment: 'bill.pdf' }) });
      },
    }),
    tool('read_pdf', {
      description: 'The text of the PDF that came with a mail.',
      args: { id: ['integer', 'id from list_mails'] },
      run: (args) => {
        const id = args.number('id');
        const text = world.inbox.find((one) => one.id === id)?.pdf;
        if (text === undefined) throw new ToolFailure('No PDF came with that mail.');
        return text;
      },
    }),
    tool('send_mail', {
      description: 'Sends a mail.',
      args: {
        to: ['string', 'mail address'],
        subject: ['string', 'one line'],
        body: ['string', 'text'],
      },
      run: (args) => {
        world.outbox.push({
          to: args.text('to'),
          subject: args.text('subject'),
          body: args.text('body'),
        });
        return JSON.stringify({ status: 'sent' });
      },
    }),
  ];
}

/** The team chat: it answers in YAML. */
export function chatTools(world: DemoWorld): readonly Tool[] {
  return [
    tool('list_channels', {
      description: 'The names of the chat channels.',
      args: {},
      run: () => stringify(Object.keys(world.channels)),
    }),
    tool('read_channel', {
      description: 'The messages of a channel, oldest first.',
      args: { channel: ['string', 'name with #'] },
      run: (args) => stringify(channelOf(world, args.text('channel'))),
    }),
    tool('post_message', {
      description: 'Posts a message in a channel.',
      args: { channel: ['string', 'name with #'], text: ['string', 'message'] },
      run: (args) => {
        channelOf(world, args.text('channel')).push({ from: 'robin', text: args.text('text') });
        return stringify({ status: 'posted' });
      },
    }),
  ];
}

function channelOf(world: DemoWorld, name: string): DemoWorld['channels'][string] {
  const channel = world.channels[name];
  if (channel === undefined) throw new ToolFailure('No channel has that name.');
  return channel;
}

/** The web: it answers in plain text, and whoever runs the server reads the address. */
export function webTools(world: DemoWorld): readonly Tool[] {
  return [
    tool('fetch_page', {
      description: 'The text of a web page.',
      args: { url: ['string', 'address'] },
      run: (args) => {
        const url = args.text('url');
        world.fetched.push(url);
        return world.pages[url] ?? 'Thank you for your visit.\n';
      },
    }),
  ];
}
