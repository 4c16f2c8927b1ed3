import type { ScriptedCall } from '../../test/upstream/script.ts';
import type { Agent } from './agent.ts';
import { codex } from './codex.ts';

/**
 * Codex with its newest models: they have one tool, which runs JavaScript that calls all others, and
 * it is declared by an item of the input.
 */
export const codexCodeMode: Agent = {
  ...codex,
  name: 'codex-code-mode',
  tools: `
  functions.exec:
    { effect: read, description: trusted, result: { format: text, label: untrusted },
      call: { ceiling: trusted } }
  functions.wait:
    { effect: read, description: trusted, result: { format: text, label: untrusted },
      call: { ceiling: untrusted } }
${['request_user_input', 'request_user_input_async'].map((name) => trusted(`functions.${name}`)).join('\n')}
${trusted('clock.sleep')}
${['followup_task', 'interrupt_agent', 'list_agents', 'send_message', 'spawn_agent', 'wait_agent']
  .map((name) => trusted(`collaboration.${name}`))
  .join('\n')}`,
  turn: ({ args = [], ...turn }, place) =>
    codex.turn({ ...turn, args: ['--model', 'gpt-6.1-sol', ...args] }, place),
  calls: {
    write: (file, text) => {
      const patch = `*** Begin Patch\n*** Add File: ${file}\n+${text}\n*** End Patch`;
      return script(`await tools.apply_patch(${JSON.stringify(patch)}); text('Added ${file}');`);
    },
    read: (file) => command(`cat ${file}`),
    run: command,
    view: (file) => script(`image(await tools.view_image(${JSON.stringify({ path: file })}));`),
  },
  side: {
    call: {
      tool: 'spawn_agent',
      namespace: 'collaboration',
      args: JSON.stringify({ task_name: 'count', message: 'Count to three.', fork_turns: 'none' }),
    },
  },
  failed: /"exit_code":3/,
};

function trusted(name: string): string {
  const result = 'result: { format: text, label: untrusted }';
  return `  ${name}: { description: trusted, ${result}, call: { ceiling: trusted } }`;
}

function command(text: string): ScriptedCall {
  return script(`text(await tools.exec_command(${JSON.stringify({ cmd: text })}));`);
}

function script(source: string): ScriptedCall {
  return { tool: 'exec', namespace: 'functions', custom: true, args: source };
}
