import {
  type Fields,
  fieldsOf,
  isRecord,
  type Item,
  itemField,
  listField,
  wordOf,
} from '../../shared/fields.ts';
import { answeredBy } from '../client-tools.ts';
import { additionalToolsFields, declaringItems } from './tables.ts';

/** The tools that items of the input declare, in the client's own words and as results. */
export interface ToolsInInput {
  readonly added: readonly Item[];
  /** A search found them: the texts are of whoever made the tool. */
  readonly found: readonly Item[];
}

export function toolsInInput(fields: Fields): ToolsInInput {
  const { value } = itemField(fields, 'input');
  const items = Array.isArray(value) ? listField(fields, 'input') : [];
  const [added, found]: [Item[], Item[]] = [[], []];
  for (const item of items) {
    const type = isRecord(item.value) ? wordOf(item, 'type') : undefined;
    if (type === undefined || !declaringItems.has(type)) continue;
    const tools = listField(fieldsOf(item.value, additionalToolsFields, item.at), 'tools');
    (answeredBy(type) === undefined ? added : found).push(...tools);
  }
  return { added, found };
}
