import type { CallToolResult, ElicitRequestFormParams } from '@modelcontextprotocol/server';

type Schema = ElicitRequestFormParams['requestedSchema'];

/** A picture of one pixel, and a sound of no length. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const sound = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const image = { type: 'image', data: picture, mimeType: 'image/png' } as const;

/** Tools of the official suite that answer the same each time: it names them and their answers. */
export const answers: Readonly<Record<string, CallToolResult['content']>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: sound, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ],
};

function titled(word: string, names: readonly string[]) {
  return names.map((title, at) => ({ const: `${word}${at + 1}`, title }));
}

const options = ['option1', 'option2', 'option3'];
const choices = ['First Option', 'Second Option', 'Third Option'];

/** Forms that tools of the official suite put before the user: the suite checks each field. */
export const forms: Readonly<Record<string, { readonly message: string; schema: Schema }>> = {
  test_elicitation_sep1034_defaults: {
    message: 'Look at these values',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
      required: [],
    },
  },
  test_elicitation_sep1330_enums: {
    message: 'Choose',
    schema: {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled('value', choices) },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled('value', choices) } },
      },
      required: [],
    },
  },
};

/** A form with one field. */
export function oneField(message: string, name: string, kind: 'words' | 'yes' = 'words') {
  const properties: Schema['properties'] =
    kind === 'yes' ? { [name]: { type: 'boolean' } } : { [name]: { type: 'string' } };
  return { message, requestedSchema: { type: 'object' as const, properties, required: [name] } };
}
