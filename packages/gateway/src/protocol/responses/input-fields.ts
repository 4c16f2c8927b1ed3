import { leftOut, read, refused, type FieldTable } from '../shared/fields.ts';

/** The tables by which the items of `input` are read. */

const direct = refused('tools that call tools are not guarded: call them one by one', {
  type: 'direct',
});
const namespace = refused('give each tool a name of its own, without a namespace');
const waited = refused('wait for the result of a call before the next request', false);

export const messageFields: FieldTable = {
  type: read,
  role: read,
  content: read,
  id: read,
  status: leftOut,
  phase: leftOut,
  created_by: leftOut,
};

export const functionCallFields: FieldTable = {
  type: read,
  call_id: read,
  name: read,
  arguments: read,
  id: read,
  status: leftOut,
  created_by: leftOut,
  parsed_arguments: leftOut,
  namespace,
  caller: direct,
  async: waited,
};

export const customCallFields: FieldTable = {
  type: read,
  call_id: read,
  name: read,
  input: read,
  id: read,
  status: leftOut,
  created_by: leftOut,
  namespace,
  caller: direct,
  async: waited,
};

export const callOutputFields: FieldTable = {
  type: read,
  call_id: read,
  output: read,
  id: leftOut,
  status: read,
  created_by: leftOut,
  name: leftOut,
  namespace,
  caller: direct,
};

export const searchCallFields: FieldTable = {
  type: read,
  id: read,
  status: leftOut,
  action: leftOut,
  created_by: leftOut,
};

const hosted =
  'tools that the provider or its environment runs act before a call can be checked: ' +
  'give the model a function tool in their place, and leave such items out';
const unresolved =
  'send the item itself (many clients do with `store: false`): the store of this gateway does ' +
  'not hold the response that it is part of';
const compacted = 'send the messages themselves: what a compacted item says has no labels';

/** Items that no table reads, with what to do instead. */
export const refusedItems: ReadonlyMap<string, string> = new Map([
  ['additional_tools', 'declare all tools in `tools`'],
  ['apply_patch_call', hosted],
  ['apply_patch_call_output', hosted],
  ['code_interpreter_call', hosted],
  ['compaction', compacted],
  ['compaction_trigger', compacted],
  ['computer_call', hosted],
  ['computer_call_output', hosted],
  ['configuration_update', 'state the configuration in the request itself'],
  ['file_search_call', hosted],
  ['image_generation_call', hosted],
  ['item_reference', unresolved],
  ['local_shell_call', hosted],
  ['local_shell_call_output', hosted],
  ['mcp_approval_request', hosted],
  ['mcp_approval_response', hosted],
  ['mcp_call', hosted],
  ['mcp_list_tools', hosted],
  ['program', hosted],
  ['program_output', hosted],
  ['shell_call', hosted],
  ['shell_call_output', hosted],
  ['tool_search_call', hosted],
  ['tool_search_output', hosted],
]);
