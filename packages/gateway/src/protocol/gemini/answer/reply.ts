import { type DraftCall, unreadPart, type Usage } from '@sluice/core';
import { UpstreamError } from '../../errors.ts';
import type { Protocol, StreamReader, UpstreamReply } from '../../protocol.ts';
import { isRecord } from '../../shared/fields.ts';
import { parseExact } from '../../shared/json.ts';
import { errorInside } from '../../shared/provider-error.ts';
import type { Part } from '../parts.ts';
import type { Found, StoredPart } from './stored.ts';
import { usageOf } from './usage.ts';

type Body = Readonly<Record<string, unknown>>;

/** A whole response. Throws `UpstreamError` where it is not one. */
export function readReply(body: unknown): UpstreamReply {
  const reply = new ReplyBuilder(undefined);
  reply.read(body);
  return reply.toReply();
}

/** Puts the chunks of a stream together: each is a response of its own. */
export const streamReader: Protocol['streamReader'] = (onText, onRan): StreamReader => {
  const reply = new ReplyBuilder(onText, onRan);
  return {
    event: (_name, data) => reply.read(parsed(data)),
    reply: () => reply.toReply(),
    hasEnded: () => reply.hasEnded,
  };
};

/** The provider's search, as policies name it. */
export const searchTool = 'web_search';

/** A prompt that the provider did not show to the model. */
export const blockedStop = 'blocked:';

class ReplyBuilder {
  readonly #onText: ((delta: string) => void) | undefined;
  readonly #onRan: ((tool: string) => void) | undefined;
  readonly #calls: DraftCall[] = [];
  readonly #parts: StoredPart[] = [];
  readonly #ran: Set<string> = new Set();
  #text = '';
  #model = '';
  #stop = '';
  #usage: Usage | undefined;
  #found: Found | undefined;

  constructor(onText: ((delta: string) => void) | undefined, onRan?: (tool: string) => void) {
    this.#onText = onText;
    this.#onRan = onRan;
  }

  get hasEnded(): boolean {
    return this.#stop !== '';
  }

  read(body: unknown): void {
    if (!isRecord(body)) throw malformed('is no JSON object');
    if (isRecord(body['error'])) throw errorInside(body);
    const { candidates = [], modelVersion, usageMetadata, promptFeedback } = body;
    if (typeof modelVersion === 'string') this.#model = modelVersion;
    this.#usage = usageOf(usageMetadata) ?? this.#usage;
    const reason = isRecord(promptFeedback) ? promptFeedback['blockReason'] : undefined;
    if (typeof reason === 'string') this.#stop = `${blockedStop}${reason}`;
    if (!Array.isArray(candidates)) throw malformed('holds no list of candidates');
    const candidate: unknown = candidates[0];
    if (candidate === undefined) return;
    if (!isRecord(candidate)) throw malformed('holds a candidate that is no object');
    this.#candidate(candidate);
  }

  toReply(): UpstreamReply {
    const isMore = this.#parts.some((part) => part.kind === 'own' || part.signature !== undefined);
    const found = this.#found;
    const stored = { parts: this.#parts, ...(found && { found }) };
    return {
      text: this.#text,
      calls: this.#calls,
      stop: this.#stop === 'STOP' ? 'complete' : 'truncated',
      ...(this.#usage && { usage: this.#usage }),
      ...((isMore || found) && { reasoning: stored }),
      ...(this.#ran.size > 0 && { ran: [...this.#ran] }),
      facts: { model: this.#model, stop: this.#stop },
    };
  }

  #candidate(candidate: Body): void {
    const { content, finishReason } = candidate;
    this.#sources(candidate);
    if (isRecord(content)) for (const part of listOf(content['parts'])) this.#part(part);
    if (typeof finishReason === 'string') this.#stop = finishReason;
  }

  /** Told before the text of the same chunk is. */
  #sources({ groundingMetadata, urlContextMetadata, citationMetadata }: Body): void {
    if (isFilled(groundingMetadata)) this.#hasRun(searchTool);
    if (isFilled(urlContextMetadata)) this.#hasRun('url_context');
    this.#found = {
      ...this.#found,
      ...(isFilled(groundingMetadata) && { groundingMetadata }),
      ...(isFilled(urlContextMetadata) && { urlContextMetadata }),
      ...(isFilled(citationMetadata) && { citationMetadata }),
    };
    if (Object.keys(this.#found).length === 0) this.#found = undefined;
  }

  #part(part: Body): void {
    const { text, thought, functionCall, thoughtSignature } = part;
    const signature = typeof thoughtSignature === 'string' ? thoughtSignature : undefined;
    if (isRecord(functionCall)) return this.#call(functionCall, signature);
    if (typeof text === 'string') {
      return thought === true ? this.#thought(text, signature) : this.#said(text, signature);
    }
    const ran = toolOf(part);
    if (ran !== undefined) {
      this.#hasRun(ran);
      this.#parts.push({ kind: 'own', part });
    } else if (isEmpty(part)) this.#said('', signature);
    else if ('inlineData' in part || 'fileData' in part) throw foreignPart();
    else this.#hasRun(unreadPart);
  }

  #call({ name, args = {}, partialArgs, willContinue }: Body, signature?: string): void {
    if (typeof name !== 'string' || !isRecord(args)) throw malformed('holds a call without a name');
    // Arguments come in pieces only where a request asks for it, and none of ours does.
    if (partialArgs !== undefined || willContinue === true) throw malformed('holds half a call');
    this.#calls.push({ tool: name, args: JSON.stringify(args) });
    this.#parts.push({ kind: 'call', ...(signature !== undefined && { signature }) });
  }

  /** Pieces of one text are one, up to the piece that is signed. */
  #said(text: string, signature: string | undefined): void {
    const last = this.#parts.at(-1);
    const isSame = last?.kind === 'text' && last.signature === undefined;
    if (text === '' && signature === undefined) return;
    if (isSame) this.#parts.pop();
    const characters = (isSame ? last.characters : 0) + text.length;
    this.#parts.push({ kind: 'text', characters, ...(signature !== undefined && { signature }) });
    this.#text += text;
    if (text !== '') this.#onText?.(text);
  }

  #thought(text: string, signature: string | undefined): void {
    const last = this.#parts.at(-1);
    const before =
      last?.kind === 'own' && isOpenThought(last.part) ? String(last.part['text']) : '';
    if (before !== '') this.#parts.pop();
    const signed = signature === undefined ? {} : { thoughtSignature: signature };
    this.#parts.push({ kind: 'own', part: { text: before + text, thought: true, ...signed } });
  }

  #hasRun(tool: string): void {
    this.#ran.add(tool);
    this.#onRan?.(tool);
  }
}

function isOpenThought({ thought, thoughtSignature }: Part): boolean {
  return thought === true && thoughtSignature === undefined;
}

/** Which tool of the provider's a part is the work of. */
function toolOf({ executableCode, codeExecutionResult, toolCall, toolResponse }: Body) {
  if (isRecord(executableCode) || isRecord(codeExecutionResult)) return 'code_execution';
  const called = isRecord(toolCall) ? toolCall : toolResponse;
  if (!isRecord(called)) return undefined;
  const { toolType } = called;
  return typeof toolType === 'string' && toolType.startsWith('GOOGLE_SEARCH')
    ? searchTool
    : 'a tool of the provider';
}

function isEmpty(part: Body): boolean {
  return Object.keys(part).every((name) => name === 'thoughtSignature' || name === 'thought');
}

function isFilled(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

function listOf(value: unknown = []): readonly Body[] {
  if (Array.isArray(value) && value.every(isRecord)) return value;
  throw malformed('holds parts that are no list of objects');
}

function parsed(data: string): unknown {
  try {
    return parseExact(data);
  } catch {
    throw malformed('holds an event that is not JSON');
  }
}

function malformed(what: string): UpstreamError {
  return new UpstreamError('upstream_malformed', `the provider's response ${what}`, {
    hint: 'check that the upstream of this model speaks the Gemini API',
    status: 502,
  });
}

/** A picture or a sound: nobody has asked for it. */
function foreignPart(): UpstreamError {
  return new UpstreamError('upstream_foreign_part', 'the provider answered with more than text', {
    hint: 'use a model that answers with text: images and sound cannot be checked',
    status: 502,
  });
}
