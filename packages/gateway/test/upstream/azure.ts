import { chatDialect } from './chat.ts';
import type { Body, Dialect } from './dialect.ts';
import { responsesDialect } from './responses.ts';

/** Azure: deployments in the address, the version of the API in the query, a header of its own. */
function azure(dialect: Dialect, form: RegExp): Dialect {
  return {
    ...dialect,
    path: '/openai/v1',
    bodyAt: (address, body) => bodyIn(form.exec(address), body),
    keyIn: ({ 'api-key': key }) => (typeof key === 'string' ? key : undefined),
  };
}

function bodyIn(match: RegExpExecArray | null, body: Body): Body | undefined {
  if (match === null) return undefined;
  const deployment = match.groups?.['deployment'];
  return deployment === undefined ? body : { ...body, model: deployment };
}

const version = String.raw`\?api-version=[\w-]+`;

export const azureDialects: readonly Dialect[] = [
  azure(
    chatDialect,
    new RegExp(String.raw`^/openai/deployments/(?<deployment>[\w-]+)/chat/completions${version}$`),
  ),
  azure(responsesDialect, new RegExp(`^/openai(?:/v1/responses|/responses${version})$`)),
];
