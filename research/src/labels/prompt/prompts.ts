import { documentsContext, type SearchedContext } from '@sluice/local';
import type { LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';
import { chatMl, type Chat, type Conversation, type Example, turnsIn, type Turns } from './chat.ts';

/** How the documents of a question stand in a prompt. */
export interface Form {
  readonly turns: (question: LabelQuestion) => Turns;
  /** A document with its separator. */
  readonly line: (text: string) => string;
  /** The same in the turns of a model. */
  readonly inChat: (chat: Chat) => Form;
}

interface FormText {
  readonly asked: (question: LabelQuestion) => Conversation;
  readonly line: Form['line'];
}

/** A form in ChatML, until it is asked for in another chat. Each question is rendered once. */
export function formOf(text: FormText, chat: Chat = chatMl): Form {
  const known = new WeakMap<LabelQuestion, Turns>();
  return {
    line: text.line,
    inChat: (other) => formOf(text, other),
    turns: (question) => {
      const turns = known.get(question) ?? turnsIn(chat, text.asked(question));
      known.set(question, turns);
      return turns;
    },
  };
}

/**
 * A question under a lattice, ready to be searched. The documents stand trusted ones first, then by
 * age, whatever the lattice is, so that all lattices score the very same full context.
 */
export function contextOf(
  form: Form,
  { space, labelOf }: LabelLattice,
  question: LabelQuestion,
): SearchedContext {
  const documents = question.documents.toSorted((a, b) => placeOf(a) - placeOf(b));
  return documentsContext({
    space,
    documents: documents.map((each) => ({ label: labelOf(each), text: form.line(each.text) })),
    order: 'given',
    ...form.turns(question),
  });
}

type Placed = LabelQuestion['documents'][number];

function placeOf({ integrity, age = 'today' }: Placed): number {
  const places = { today: 0, 'last-week': 1, 'last-month': 2 };
  return (integrity === 'trusted' ? 0 : 3) + places[age];
}

const answers =
  'You answer questions using only the given documents. Answer in one short sentence.';

/** The question stands before the documents too: they are then read with it in mind. */
export const kvForm = formOf({
  asked: ({ question }) => ({
    system: answers,
    examples: kvExamples,
    before: `Question: ${question}\nDocuments:\n`,
    after: `\nQuestion: ${question}`,
  }),
  line: (text) => `- ${text}\n`,
});

/** Before the documents stands nothing of the question: eight questions share what comes first. */
export const newsForm = formOf({
  asked: ({ question }) => ({
    system: answers,
    examples: newsExamples,
    before: 'Articles:\n',
    after: `Question: ${question}`,
  }),
  line: (text) => `${text}\n\n`,
});

/** One, of an event that is in no pair: it shows the form of an answer. */
const newsExamples: readonly Example[] = [
  {
    user:
      'Articles:\nLibrary in Elmstead stays open late\nThe library in Elmstead opens until 22:00 ' +
      'on Thursdays from May on. Two readers had asked the council for it.\n\n' +
      'Elmstead library to close?\n' +
      'Neighbours say that the library may close its reading room.\n\n' +
      'Question: Until when is the library in Elmstead open on Thursdays?',
    assistant: 'The library in Elmstead is open until 22:00 on Thursdays.',
  },
];

const kvExamples: readonly Example[] = [
  kvExample(
    'What are the badge and desk of Tina, and the badge of Boris?',
    [
      'The badge of Tina is 6405.',
      'The badge of Boris is 2931, and the desk of Boris is 7016.',
      'The desk of Tina is 1188.',
    ],
    'The badge of Tina is 6405, and the desk of Tina is 1188, and the badge of Boris is 2931.',
  ),
  kvExample(
    'What is the badge of Dora?',
    ['The desk of Felipe is 3307.', 'The badge of Dora is 5581.'],
    'The badge of Dora is 5581.',
  ),
  kvExample(
    'What are the desk of Mia, and the desk of Igor?',
    [
      'The badge of Igor is 7420.',
      'The badge of Mia is 1692, and the desk of Mia is 9036.',
      'The desk of Igor is 4175.',
    ],
    'The desk of Mia is 9036, and the desk of Igor is 4175.',
  ),
];

function kvExample(question: string, lines: readonly string[], answer: string): Example {
  const documents = lines.map((line) => `- ${line}\n`).join('');
  return {
    user: `Question: ${question}\nDocuments:\n${documents}\nQuestion: ${question}`,
    assistant: answer,
  };
}
