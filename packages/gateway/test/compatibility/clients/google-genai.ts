import { GoogleGenAI, type Chat, type GenerateContentResponse, type Part } from '@google/genai';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';

/** Its own chat keeps the history, and sends back what it was given. */
export const googleGenAi: Client = {
  name: '@google/genai',
  version: versionOf('@google/genai'),
  protocol: 'Gemini',
  showsReasoning: true,
  open: (opening) => new GenAiConversation(opening),
};

class GenAiConversation implements Conversation {
  readonly #opening: Opening;
  readonly #client: GoogleGenAI;
  #chat: Chat;

  constructor(opening: Opening) {
    const { url, apiKey } = opening;
    this.#opening = opening;
    this.#client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
    this.#chat = this.#open([]);
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    let message = partsOf(said);
    for (;;) {
      tally.restart();
      const calls = await this.#send(message, tally);
      if (calls.length === 0) return tally.turn;
      message = calls.map(({ functionCall: { id, name = '', args } = {} }) => {
        const response = { output: this.#opening.execute(name, args) };
        return { functionResponse: { ...(id !== undefined && { id }), name, response } };
      });
    }
  };

  readonly compact = (summary: string): void => {
    const history = this.#chat.getHistory(true);
    const last = history.findLastIndex(
      ({ role, parts = [] }) => role === 'user' && parts.some(({ text }) => text !== undefined),
    );
    const begun = { role: 'user', parts: [{ text: summary }] };
    const noted = { role: 'model', parts: [{ text: 'Noted.' }] };
    this.#chat = this.#open([begun, noted, ...history.slice(last)]);
  };

  /** The calls of the answer. */
  async #send(message: Part[], tally: Tally): Promise<readonly Part[]> {
    const calls: Part[] = [];
    let counted: GenerateContentResponse | undefined;
    const heard = (response: GenerateContentResponse): void => {
      counted = response;
      for (const part of response.candidates?.[0]?.content?.parts ?? []) {
        if (part.thought === true) tally.thought(part.text);
        else tally.piece(part.text);
        if (part.functionCall !== undefined) calls.push(part);
      }
    };
    if (this.#opening.stream) {
      for await (const chunk of await this.#chat.sendMessageStream({ message })) heard(chunk);
    } else heard(await this.#chat.sendMessage({ message }));
    tally.tokens += counted?.usageMetadata?.totalTokenCount ?? 0;
    return calls;
  }

  #open(history: ReturnType<Chat['getHistory']>): Chat {
    const { model, system, tools, reasoning, schema } = this.#opening;
    return this.#client.chats.create({
      model,
      history,
      config: {
        systemInstruction: system,
        ...(tools.length > 0 && {
          tools: [
            {
              functionDeclarations: tools.map(({ name, description, parameters }) => {
                return { name, description, parametersJsonSchema: parameters };
              }),
            },
          ],
        }),
        ...(reasoning && { thinkingConfig: { includeThoughts: true } }),
        ...(schema !== undefined && {
          responseMimeType: 'application/json',
          responseJsonSchema: schema,
        }),
      },
    });
  }
}

function partsOf({ text, png }: Said): Part[] {
  if (png === undefined) return [{ text }];
  return [{ text }, { inlineData: { mimeType: 'image/png', data: png } }];
}
