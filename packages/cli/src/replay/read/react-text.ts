type Fields = Readonly<Record<string, unknown>>;

const labels = /^(Question|Thought|Action Input|Action|Observation|Final Answer):[ \t]*/m;

/**
 * The text that ReAct writes (`Thought:`, `Action:`, `Action Input:`, `Observation:`, `Final
 * Answer:`) as messages of a chat. Ids of calls begin with `prefix`.
 */
export function reactMessages(text: string, prefix = 'text'): readonly Fields[] {
  const messages: Fields[] = [];
  let [thought, calls] = ['', 0];
  let action: { name: string; input: string } | undefined;
  const act = (): void => {
    if (action === undefined) return;
    calls += 1;
    const call = { id: `${prefix} ${calls}`, function: calledIn(action) };
    messages.push({ role: 'assistant', content: thought, tool_calls: [call] });
    [action, thought] = [undefined, ''];
  };
  for (const { label, body } of sectionsOf(text)) {
    if (label === 'Thought') thought = `${thought}${body}`;
    else if (label === 'Action') action = { name: body, input: '' };
    else if (label === 'Action Input') action = { name: action?.name ?? '', input: body };
    else {
      act();
      if (label === 'Question') messages.push({ role: 'user', content: body });
      if (label === 'Final Answer') messages.push({ role: 'assistant', content: body });
      if (label === 'Observation') {
        messages.push({ role: 'tool', tool_call_id: `${prefix} ${calls}`, content: body });
      }
    }
  }
  act();
  return messages;
}

interface Section {
  readonly label: string;
  readonly body: string;
}

/** What stands before the first label is a thought. */
function sectionsOf(text: string): readonly Section[] {
  const [before = '', ...pieces] = text.split(new RegExp(labels.source, 'gm'));
  const sections: Section[] = before.trim() === '' ? [] : [{ label: 'Thought', body: before }];
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    sections.push({ label: pieces[at] ?? '', body: (pieces[at + 1] ?? '').trim() });
  }
  return sections;
}

/** `Action: name` with its input below, or `Action: name[input]`. */
function calledIn({ name, input }: { readonly name: string; readonly input: string }): Fields {
  const [, called, inside] = /^([\w.-]+)\[([\s\S]*)\]$/.exec(name) ?? [undefined, name, input];
  return { name: called, arguments: argumentsOf(inside ?? '') };
}

/** JSON, or the text as one argument. */
function argumentsOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Many agents write plain text here.
  }
  return { input: text };
}
