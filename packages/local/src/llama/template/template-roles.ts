import type { PromptPart } from '../../port/prompt.ts';

/** One turn as a chat template takes it. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly PromptPart[];
}

/** The roles that a chat template can render. */
export interface Roles {
  readonly system: boolean;
  readonly tool: boolean;
  /** Two turns of one role after another. */
  readonly repeated: boolean;
}

/** Found out by trying; `renders` says whether turns of these roles come out whole. */
export function rolesOf(
  renders: (roles: readonly Turn['role'][]) => boolean,
  source: string,
): Roles {
  // A template may print any role that it is given: a model has learnt those that it names.
  const namesTool = /['"](?:tool|ipython)['"]/.test(source);
  return {
    system: renders(['system', 'user']),
    tool: namesTool && renders(['user', 'assistant', 'tool']),
    repeated: renders(['user', 'user']) && renders(['user', 'assistant', 'assistant']),
  };
}

/** The same turns in roles that the template has. */
export function mappedTurns(turns: readonly Turn[], roles: Roles): readonly Turn[] {
  const mapped: Turn[] = [];
  for (const turn of turns.map((each) => mappedTurn(each, roles))) {
    const last = mapped.at(-1);
    // Also where repeated turns are taken: a system turn shown as the user's is part of it.
    const joins = !roles.repeated || (!roles.system && mapped.length === 1);
    if (last?.role === turn.role && joins) {
      mapped[mapped.length - 1] = { ...last, parts: [...last.parts, between, ...turn.parts] };
    } else {
      mapped.push(turn);
    }
  }
  return mapped;
}

const between: PromptPart = { kind: 'template', text: '\n\n' };

function mappedTurn({ role, parts }: Turn, roles: Roles): Turn {
  if (role === 'system' && !roles.system) return { role: 'user', parts };
  if (role !== 'tool' || roles.tool) return { role, parts };
  return { role: 'user', parts: [{ kind: 'template', text: 'Result of the call:\n' }, ...parts] };
}
