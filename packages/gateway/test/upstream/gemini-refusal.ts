import { createHmac } from 'node:crypto';
import { isBody, listOf, textOf, type Body } from './dialect.ts';

/** Why Gemini refuses a request, nearly in its own words. */
export function geminiRefusal(body: Body, verb: string): string | undefined {
  const fields = verb === 'countTokens' ? countFields : requestFields;
  const unknown = unknownIn(body, fields, 'request');
  if (unknown !== undefined) return unknown;
  if (verb === 'countTokens') return undefined;
  const contents = listOf(body['contents']);
  if (contents.length === 0) return '* GenerateContentRequest.contents: contents is not specified';
  return (
    configRefusal(body['generationConfig']) ??
    toolsRefusal(body) ??
    contentsRefusal(contents) ??
    signatureRefusal(contents)
  );
}

const countFields = ['contents', 'generateContentRequest'];
const requestFields = [
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'safetySettings',
  'generationConfig',
  'cachedContent',
  'serviceTier',
  'store',
];
const configFields = [
  'candidateCount',
  'stopSequences',
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'responseLogprobs',
  'logprobs',
  'thinkingConfig',
  'mediaResolution',
];

function unknownIn(body: Body, fields: readonly string[], at: string): string | undefined {
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown === undefined) return undefined;
  return `Invalid JSON payload received. Unknown name "${unknown}" at '${at}': Cannot find field.`;
}

function configRefusal(config: unknown): string | undefined {
  if (config === undefined) return undefined;
  if (!isBody(config)) return "Invalid value at 'generation_config'";
  const hasForm = config['responseSchema'] ?? config['responseJsonSchema'];
  if (hasForm !== undefined && config['responseMimeType'] === undefined) {
    return 'response_schema is only allowed with a response_mime_type of application/json';
  }
  return unknownIn(config, configFields, 'generation_config');
}

const nameForm = /^[a-zA-Z_][\w.:-]{0,127}$/;

function toolsRefusal({ tools, toolConfig }: Body): string | undefined {
  const declared = listOf(tools).flatMap((tool) => listOf(tool['functionDeclarations']));
  const names = declared.map((tool) => textOf(tool, 'name'));
  if (names.some((name) => !nameForm.test(name))) return 'Invalid function name.';
  if (new Set(names).size < names.length) return 'Duplicate function declaration found';
  const empty = declared.find(({ parameters }) => isBody(parameters) && !hasProperties(parameters));
  if (empty !== undefined) return 'parameters.properties: should be non-empty for OBJECT type';
  const config = isBody(toolConfig) ? toolConfig['functionCallingConfig'] : undefined;
  const allowed = isBody(config) ? config['allowedFunctionNames'] : undefined;
  if (Array.isArray(allowed) && !allowed.every((name) => names.includes(String(name)))) {
    return 'allowed_function_names should be a subset of the declared functions';
  }
  return undefined;
}

function hasProperties({ properties }: Body): boolean {
  return isBody(properties) && Object.keys(properties).length > 0;
}

function contentsRefusal(contents: readonly Body[]): string | undefined {
  let open = 0;
  for (const content of contents) {
    const parts = listOf(content['parts']);
    const role = content['role'];
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
    if (parts.length === 0) return '* contents.parts: must not be empty.';
    if (parts.some(hasNothing)) return '* contents.parts: required oneof field `data` must be set';
    const results = parts.filter(({ functionResponse }) => isBody(functionResponse));
    if (results.length !== open) {
      return 'the number of function response parts is equal to the number of function call parts';
    }
    const calls = parts.filter(({ functionCall }) => isBody(functionCall));
    open = calls.length;
    if (open > 0 && role !== 'model') return 'function call turn comes from the model';
  }
  return open > 0 ? 'function response turn comes after a function call turn' : undefined;
}

const data = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
];

function hasNothing(part: Body): boolean {
  return !data.some((name) => part[name] !== undefined);
}

/**
 * In the turn that is under way, the first call of each answer is signed: with what the model gave,
 * after the very contents that it was given for, or with the word that asks for no check.
 */
function signatureRefusal(contents: readonly Body[]): string | undefined {
  const turn = contents.findLastIndex(
    ({ role, parts }) =>
      role === 'user' && listOf(parts).every((part) => !('functionResponse' in part)),
  );
  for (const [at, { parts }] of contents.entries()) {
    const call = listOf(parts).find(({ functionCall }) => functionCall !== undefined);
    const signature = call?.['thoughtSignature'];
    if (call === undefined || signature === skips) continue;
    if (signature === undefined && at > turn) {
      return `Function call is missing a thought_signature in functionCall parts. Position ${at}.`;
    }
    const isOwn = signature === undefined || signature === signatureFor(contents.slice(0, at));
    if (!isOwn) return 'Thought signature is not valid';
  }
  return undefined;
}

const skips = 'skip_thought_signature_validator';

export function signatureFor(contents: readonly Body[]): string {
  const said = JSON.stringify(contents);
  return createHmac('sha256', 'scripted').update(said).digest('base64');
}
