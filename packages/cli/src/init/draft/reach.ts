import { wordsIn } from '@sluice/core/tool-names';
import { fieldsOf } from '../../json.ts';
import type { FoundTool } from '../tools/found-tool.ts';
import type { Guess } from './effect.ts';

/** Words for places outside: whoever owns them sees what a call asks for. */
const outside: ReadonlySet<string> = new Set(
  `arxiv bing brave browse browser crawl duckduckgo fetch google http https internet online
  scrape tavily url urls web webpage webpages website websites wikipedia www`.split(/\s+/),
);

const addresses: ReadonlySet<string> = new Set(
  'domain endpoint host hostname href link uri url urls website'.split(' '),
);

/** Guesses at who sees what a call of a read says: the user's own systems, or somebody outside. */
export function reachOf(tool: FoundTool): Guess<'inside' | 'outside'> {
  const address = addressIn(tool.parameters);
  if (address !== undefined) return { is: 'outside', because: `\`${address}\` is an address` };
  const word = wordsIn(tool.name).find((each) => outside.has(each));
  if (word !== undefined) return { is: 'outside', because: `its name says \`${word}\`` };
  if (tool.hints.openWorldHint === true) {
    return { is: 'outside', because: 'it is annotated as open to the world' };
  }
  return { is: 'inside', because: 'nothing says that it asks somebody outside' };
}

/** The argument that takes an address, by its name or its form. */
export function addressIn(parameters: unknown): string | undefined {
  return Object.entries(fieldsOf(fieldsOf(parameters)['properties'])).find(([name, schema]) => {
    const { format } = fieldsOf(schema);
    return (
      format === 'uri' || format === 'url' || wordsIn(name).some((word) => addresses.has(word))
    );
  })?.[0];
}
