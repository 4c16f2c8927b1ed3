import path from 'node:path';
import { workspace, type Call } from './session.ts';

/**
 * SWE-agent's commands, as Claude Code's tools. Its editor has one open file and shows a window of
 * numbered lines, so some of them mean what was shown last.
 *
 * | SWE-agent                            | Claude Code                                           |
 * | ------------------------------------ | ----------------------------------------------------- |
 * | `open FILE [LINE]`                   | Read, `offset`: LINE                                  |
 * | `goto LINE`, `scroll_up`, `_down`    | Read of the open file                                 |
 * | `create FILE`                        | Write, without content                                |
 * | `edit A:B` and new lines             | Edit of the open file; the lines A to B as last shown |
 * | `edit 'OLD' 'NEW'`                   | Edit of the open file                                 |
 * | `find_file NAME [DIR]`               | Bash `find DIR -name NAME`                            |
 * | `search_dir TERM [DIR]`              | Bash `grep -rn TERM DIR`                              |
 * | `search_file TERM [FILE]`            | Bash `grep -n TERM FILE`                              |
 * | `submit [ANSWER]`                    | the answer to the user; what comes back is the user's |
 * | anything else                        | Bash, word for word                                   |
 */
export class Editor {
  #open = '';
  #shown = new Map<number, string>();

  /** What the recording shows after a command. */
  see(observation: string): void {
    this.#open = /\(Open file: (?!n\/a\))([^)]*)\)/.exec(observation)?.[1] ?? this.#open;
    const lines = [...observation.matchAll(/^(\d+):(.*?)\r?$/gm)];
    if (lines.length === 0) return;
    this.#shown = new Map(lines.map(([, number, line]) => [Number(number), line ?? '']));
  }

  callOf(action: string): Call {
    const [head = '', ...rest] = action.trim().split('\n');
    const [name = '', ...words] = wordsOf(head);
    const [first = '', second = ''] = words;
    switch (name) {
      case 'open':
        return this.#read(inWorkspace(first), second);
      case 'goto':
        return this.#read(this.#open, first);
      case 'scroll_up':
      case 'scroll_down':
        return this.#read(this.#open, '');
      case 'create':
        return { tool: 'Write', input: { file_path: inWorkspace(first), content: '' } };
      case 'edit':
        return this.#edit(words, rest);
      case 'find_file':
        return bash(`find ${quoted(second === '' ? '.' : second)} -name ${quoted(first)}`);
      case 'search_dir':
        return bash(`grep -rn ${quoted(first)} ${quoted(second === '' ? '.' : second)}`);
      case 'search_file':
        return bash(`grep -n ${quoted(first)} ${quoted(second === '' ? this.#open : second)}`);
      default:
        return bash(action.trim());
    }
  }

  #read(file: string, line: string): Call {
    const offset = /^\d+$/.test(line) ? { offset: Number(line) } : {};
    return { tool: 'Read', input: { file_path: file, ...offset } };
  }

  #edit(words: readonly string[], lines: readonly string[]): Call {
    const [first = '', second = ''] = words;
    const range = /^(\d+):(\d+)$/.exec(first);
    const [old, replacement] =
      range === null
        ? [first, second]
        : [
            this.#between(Number(range[1]), Number(range[2])),
            lines.filter((line) => line !== 'end_of_edit').join('\n'),
          ];
    const input = { file_path: this.#open, old_string: old, new_string: replacement };
    return { tool: 'Edit', input };
  }

  #between(from: number, to: number): string {
    return [...this.#shown]
      .filter(([number]) => number >= from && number <= to)
      .map(([, line]) => line)
      .join('\n');
  }
}

/** The answer that a `submit` hands in; `undefined`: it is another command. */
export function submitted(action: string): string | undefined {
  return /^submit\b\s*([\s\S]*)$/.exec(action.trim())?.[1];
}

/** Without the description, which Claude Code may leave out: nobody recorded one. */
function bash(command: string): Call {
  return { tool: 'Bash', input: { command } };
}

function inWorkspace(file: string): string {
  return path.posix.resolve(workspace, file);
}

/** Words of SWE-agent's own commands, which know quotes and nothing else. */
function wordsOf(line: string): readonly string[] {
  const words = line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...words].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
