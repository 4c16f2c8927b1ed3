import { Template } from '@huggingface/jinja';
import type { PlainMessage, PlainTool, View } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Prompt, PromptPart } from '../../port/prompt.ts';
import { proves } from '../../testing/proves.ts';
import { callText, replyText, toolsOpening, toolText } from '../reply/call-text.ts';
import { chatTemplate, type ChatTemplate } from './chat-template.ts';

const chatMl = `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + \
message['content'] + '<|im_end|>' + '\n' }}{% endfor %}\
{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}`;

/** Knows tool turns, and trims. */
const withTools = `{{ bos_token }}{% for m in messages %}{% if m.role == 'tool' %}[RESULT]\
{{ m.content | trim }}[/RESULT]{% else %}[{{ m.role }}]{{ m.content | trim }}{% endif %}{% endfor %}[assistant]`;

/** No system turn, and turns that must alternate. */
const strict = `{% for m in messages %}\
{% if m.role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}\
{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('must alternate') }}{% endif %}\
<{{ m.role }}>{{ m.content }}</{{ m.role }}>{% endfor %}<assistant>`;

/** Shows the last turn alone. */
const forgetful = `{{ messages[-1].content }}`;

function templateOf(source: string | undefined, bos?: string): ChatTemplate {
  return chatTemplate({ model: 'm', source, bos, beginsWithBos: false });
}

function says(role: 'system' | 'user', ...texts: readonly string[]): PlainMessage {
  return { role, parts: texts.map((text) => ({ kind: 'text', text })) };
}

function result(text: string, callId = 'call_1'): PlainMessage {
  return { role: 'tool', callId, tool: 'read', parts: [{ kind: 'text', text }] };
}

const call = { id: 'call_1', tool: 'read', args: '{"path": "a"}' };
const calls: PlainMessage = { role: 'assistant', text: '', calls: [call] };
const tool: PlainTool = { name: 'read', description: 'Reads.', parameters: { type: 'object' } };

function viewOf(...messages: readonly PlainMessage[]): View {
  return { messages, tools: [] };
}

function textOf({ parts }: Prompt): string {
  return parts.map((part) => part.text).join('');
}

function of(prompt: Prompt, kind: PromptPart['kind']): readonly string[] {
  return prompt.parts.filter((part) => part.kind === kind).map((part) => part.text);
}

const conversation = viewOf(
  says('system', 'Be brief.'),
  says('user', 'Read a.'),
  calls,
  result('A.'),
);

test('a view is rendered up to the next turn of the model', () => {
  expect(textOf(templateOf(chatMl).prompt(conversation))).toBe(
    `<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nRead a.<|im_end|>\n` +
      `<|im_start|>assistant\n${callText(call)}<|im_end|>\n` +
      `<|im_start|>user\nResult of the call:\nA.<|im_end|>\n<|im_start|>assistant\n`,
  );
});

test('results are documents, turns are questions, and each knows its region', () => {
  const { parts } = templateOf(chatMl).prompt({ ...conversation, tools: [tool] });
  const own = parts.flatMap(({ kind, text, region }) => (region ? [[kind, text, region]] : []));
  expect(own).toEqual([
    ['question', 'Be brief.', 'm0.0'],
    ['question', toolText(tool), 't0'],
    ['question', 'Read a.', 'm1.0'],
    ['question', '{"path": "a"}', 'm2.c0'],
    ['document', 'A.', 'm3.0'],
  ]);
});

describe('tools are told', () => {
  const told = `${toolsOpening}\n${toolText(tool)}`;
  test('after what the system turn says', () => {
    const text = textOf(templateOf(chatMl).prompt({ ...conversation, tools: [tool] }));
    expect(text).toContain(`system\nBe brief.\n\n${told}<|im_end|>`);
  });
  test('in a system turn of their own where there is none', () => {
    const view = { ...viewOf(says('user', 'Hi.')), tools: [tool] };
    expect(textOf(templateOf(chatMl).prompt(view))).toContain(`system\n${told}<|im_end|>`);
  });
  test("in the user's turn where the template has no system turn", () => {
    const view = { ...viewOf(says('user', 'Hi.')), tools: [tool] };
    expect(textOf(templateOf(strict).prompt(view))).toBe(`<user>${told}\n\nHi.</user><assistant>`);
  });
});

describe('roles that a template lacks', () => {
  test('a result is shown as the user’s where the model has not learnt tool turns', () => {
    const text = textOf(
      templateOf(strict).prompt(viewOf(says('user', 'Go.'), calls, result('A.'))),
    );
    expect(text).toContain('<user>Result of the call:\nA.</user>');
  });
  test('turns of one role are joined where they must alternate', () => {
    const twice = viewOf(
      says('user', 'Go.'),
      calls,
      result('A.'),
      result('B.'),
      says('user', 'On.'),
    );
    expect(textOf(templateOf(strict).prompt(twice))).toContain(
      '<user>Result of the call:\nA.\n\nResult of the call:\nB.\n\nOn.</user>',
    );
  });
  test('a tool turn is used where the template names it', () => {
    expect(textOf(templateOf(withTools, '<s>').prompt(conversation))).toBe(
      `<s>[system]Be brief.[user]Read a.[assistant]${callText(call)}[RESULT]A.[/RESULT][assistant]`,
    );
  });
});

test.each([
  ['range(3)', '012'],
  ['range(2, 5)', '234'],
  ['range(5, 0, -2)', '531'],
  ['range(1, 1)', ''],
  ['range(0, 5, 2)', '024'],
])('a template counts as Python does: %s', (range, counted) => {
  const source = `{% for n in ${range} %}{{ n }}{% endfor %}${chatMl}`;
  const text = textOf(templateOf(source).prompt(viewOf(says('user', 'a'))));
  expect(text.startsWith(`${counted}<|im_start|>user`)).toBe(true);
});

test.each([
  '  {% if true %}a{% endif %}',
  '\n\na',
  ' {{- 1 }}',
  '{%- if true %}\n a{% endif %}',
  ' a',
])('a template begins as it is written: %j', (opening) => {
  const text = textOf(templateOf(opening + chatMl).prompt(viewOf(says('user', 'a'))));
  expect(text.split('<|im_start|>')[0]).toBe(new Template(opening).render());
});

test.each([
  ['the template writes it', withTools, true],
  ['the template leaves it out', withTools.replace('{{ bos_token }}', ''), true],
  ['the template writes it unasked', withTools, false],
])('the first token stands once: %s', (_, source, beginsWithBos) => {
  const template = chatTemplate({ model: 'm', source, bos: '<s>', beginsWithBos });
  expect(textOf(template.prompt(viewOf(says('user', 'a'))))).toBe('<s>[user]a[assistant]');
});

test('a model without a template is given turns in a plain form, and where its own ends', () => {
  const template = chatTemplate({
    model: 'base',
    source: undefined,
    bos: '<s>',
    beginsWithBos: true,
  });
  expect(textOf(template.prompt(viewOf(says('system', 'Be brief.'), says('user', 'Hi.'))))).toBe(
    '<s>### System:\nBe brief.\n\n### User:\nHi.\n\n### Assistant:\n',
  );
  expect(template.stop).toBe('\n\n### ');
  expect(templateOf(chatMl).stop).toBeUndefined();
});

describe('what a template does not do is an error', () => {
  test.each<[string, string | undefined, string]>([
    ['a turn that is lost', forgetful, 'model-failed'],
    [
      'a template that writes without measure',
      `{% for i in range(4100) %}${'a'.repeat(1000)}{% endfor %}${chatMl}`,
      'model-failed',
    ],
    ['a template that fails', "{{ raise_exception('no') }}", 'model-failed'],
  ])('%s', (_, source, code) => {
    expect(() => templateOf(source).prompt(conversation)).toThrow(
      expect.objectContaining({ code }),
    );
  });
  test.each<[string, string]>([
    ['one that cannot be read', '{% for %}'],
    ['one with a name that we give', '\uE000'],
    ['one that is too long', 'a'.repeat(300_000)],
  ])('%s', (_, source) => {
    expect(() => templateOf(source)).toThrow(expect.objectContaining({ code: 'weights-invalid' }));
  });
  const loop = '{% for a in range(9999) %}'.repeat(3) + '{% endfor %}'.repeat(3);
  proves('llama/template-ends', () => {
    const endless = expect.objectContaining({
      code: 'weights-invalid',
      message: expect.stringContaining('does not end') as string,
    });
    expect(() => templateOf(loop + chatMl)).toThrow(endless);
    const some = templateOf(`{% if messages | length > 3 %}${loop}{% endif %}${chatMl}`);
    expect(textOf(some.prompt(viewOf(says('user', 'a'))))).toContain('a<|im_end|>');
    expect(() => some.prompt(conversation)).toThrow(endless);
  });
  test('a list that is too long is refused before it is made', () => {
    const long = `{% for a in range(1000000000) %}{% endfor %}${chatMl}`;
    expect(() => templateOf(long).prompt(conversation)).toThrow(
      expect.objectContaining({ code: 'model-failed' }),
    );
  });
  test('an image is refused', () => {
    const image = { kind: 'opaque', mediaType: 'image/png', data: 'x' } as const;
    const view = viewOf({ role: 'user', parts: [image] });
    expect(() => templateOf(chatMl).prompt(view)).toThrow(/reads text alone/);
  });
});

describe('parts may be cut', () => {
  const view = viewOf(says('user', 'One. ', 'Two. ', 'Which?'));
  test('into documents and questions', () => {
    const documents = new Set(['m0.0', 'm0.1']);
    const cut = (part: PromptPart): readonly PromptPart[] =>
      documents.has(part.region ?? '') ? [{ ...part, kind: 'document' }] : [part];
    const prompt = templateOf(chatMl).prompt(view, { cut });
    expect(of(prompt, 'document')).toEqual(['One. ', 'Two. ']);
    expect(textOf(prompt)).toBe(textOf(templateOf(chatMl).prompt(view)));
  });
  test.each<[string, (part: PromptPart) => readonly PromptPart[]]>([
    ['not by leaving text out', () => []],
    ['not by adding text', (part) => [part, { kind: 'question', text: '!' }]],
    ['not into text of the template', ({ text }) => [{ kind: 'template', text }]],
  ])('%s', (_, cut) => {
    expect(() => templateOf(chatMl).prompt(view, { cut })).toThrow(
      expect.objectContaining({ code: 'history-invalid' }),
    );
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('<|im_end|>', '{{ 1 }}', '{% endfor %}', '\uE0000\uE001', '\uE000', '</user>'),
);

proves('llama/documents-stay-text', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1 }), (texts) => {
      const text = texts.join('');
      for (const source of [chatMl, strict]) {
        const quiet = viewOf(says('user', 'Go.'), calls, result('quiet'));
        const loud = viewOf(says('user', 'Go.'), calls, result(text));
        const [expected, found] = [quiet, loud].map((each) => templateOf(source).prompt(each));
        if (expected === undefined || found === undefined) throw new Error('nothing rendered');
        expect(of(found, 'template')).toEqual(of(expected, 'template'));
        expect(of(found, 'document')).toEqual(text === '' ? [] : [text]);
      }
    }),
  );
});

proves('llama/one-rendering', () => {
  const template = templateOf(chatMl);
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (text, args) => {
      const made = { ...call, args: JSON.stringify(args) };
      const asked = viewOf(says('user', 'Go.'));
      const history = viewOf(says('user', 'Go.'), { role: 'assistant', text, calls: [made] });
      const completion = replyText({ text, calls: [made] });
      const begun = textOf(template.prompt(asked)) + completion;
      expect(textOf(template.prompt(history)).startsWith(begun)).toBe(true);
    }),
  );
});
