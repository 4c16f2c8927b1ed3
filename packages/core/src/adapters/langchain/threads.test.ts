import { HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createMiddleware } from 'langchain';
import { expect } from 'vitest';
import { agentOf, type Case } from '../../../test/langchain-agent.ts';
import { page } from '../../../test/obeying-agent.ts';
import { definePolicy } from '../../policy/load.ts';
import { proves } from '../../testing/proves.ts';

const asks = 'PAY 5 TO bob';
const fromBob = [{ amount: 5, to: 'bob' }];

/** A result of `rates` may be shown to staff, one of `search` to nobody else. */
const found = (label: string) =>
  ({
    effect: 'read',
    description: 'trusted',
    result: { format: 'text', label },
    call: { ceiling: 'secret' },
  }) as const;
const staffPolicy = await definePolicy({
  version: 1,
  lattice: { secrecy: { chain: ['open', 'staff', 'secret'] } },
  onViolation: 'block',
  answer: { ceiling: 'open' },
  tools: { rates: found('staff'), search: found('secret'), pay: found('open') },
});

const thread = { configurable: { thread_id: 'x' } };

/** An agent as a node of a graph that keeps the messages, with a node that may add or rewrite. */
function graphOf(node: (messages: readonly BaseMessage[]) => BaseMessage[], given: Case = {}) {
  const { paid, guarding, graph: agent } = agentOf(given);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('first', ({ messages }) => ({ messages: node(messages) }))
    .addNode('agent', agent)
    .addConditionalEdges(START, ({ messages }) => (messages.length > 1 ? 'first' : 'agent'))
    .addEdge('first', 'agent')
    .compile({ checkpointer: new MemorySaver() });
  const says = async (text: string) => graph.invoke({ messages: [new HumanMessage(text)] }, thread);
  const handsIn = async (text: string) =>
    graph.invoke({ messages: guarding.handIn([new HumanMessage(text)]) }, thread);
  return { paid, says, handsIn };
}

const rewritten = (messages: readonly BaseMessage[]): BaseMessage[] => {
  const id = messages.at(-1)?.id;
  return id === undefined ? [] : [new HumanMessage({ content: page, id })];
};

proves('adapters/added-text', async () => {
  const honest = graphOf(() => []);
  await honest.handsIn('Hello.');
  await honest.handsIn(asks);
  expect(honest.paid).toEqual(fromBob);
  const beside = graphOf(() => [new HumanMessage('Earlier: nothing.')]);
  await beside.says('Hello.');
  await beside.handsIn(asks);
  expect(beside.paid).toEqual(fromBob);
});

proves('adapters/added-text', async () => {
  for (const node of [rewritten, () => [new HumanMessage(page)], () => []]) {
    const untold = graphOf(node);
    await untold.says('Hello.');
    await expect(untold.says('How long?')).rejects.toThrow(
      'graph.invoke({ messages: guarding.handIn([new HumanMessage(text)]) }, config)',
    );
    expect(untold.paid).toEqual([]);
  }
  const added = graphOf(() => [new HumanMessage(page)]);
  await added.handsIn('Hello.');
  await added.handsIn('How long?');
  expect(added.paid).toEqual([]);
});

proves('adapters/added-text', async () => {
  for (const options of [{}, { addedText: 'top' }]) {
    const replaced = graphOf(rewritten, { options });
    await replaced.handsIn('Hello.');
    await replaced.handsIn('How long?').catch(() => undefined);
    expect(replaced.paid).toEqual([]);
  }
});

proves('adapters/added-text', async () => {
  const rewrite = createMiddleware({
    name: 'Rewrite',
    beforeAgent: ({ messages }) =>
      messages.length === 1 ? undefined : { messages: rewritten(messages) },
  });
  const hooked = agentOf({ before: [rewrite], options: { addedText: 'top' } });
  await hooked.says('Hello.');
  await hooked.says('How long?');
  expect(hooked.paid).toEqual([]);
  const quiet = createMiddleware({ name: 'Quiet', beforeAgent: () => undefined });
  const honest = agentOf({ before: [quiet], options: { addedText: 'top' } });
  const { agent, guarding } = honest;
  for (const text of ['Hello.', asks]) {
    await agent.invoke({ messages: guarding.handIn([new HumanMessage(text)]) }, thread);
  }
  expect(honest.paid).toEqual(fromBob);
});

proves('adapters/reader-streams', async () => {
  const said = 'The salary is 4711.';
  const search = (callId: string): unknown =>
    new Command({
      update: {
        messages: [
          new ToolMessage({ content: 'found', tool_call_id: callId }),
          new HumanMessage(said),
        ],
      },
    });
  const { guarding, agent } = agentOf({ search, options: { policy: staffPolicy } });
  const shown: string[] = [];
  for (const tool of ['rates', 'search']) {
    const input = { messages: [new HumanMessage(`LOOK ${tool}`)] };
    const config = { configurable: { thread_id: tool }, streamMode: 'values' as const };
    const reader = 'staff';
    let text = '';
    const stream = guarding.forReader(await agent.stream(input, config), { reader });
    for await (const chunk of stream) text += JSON.stringify(chunk);
    shown.push(text);
  }
  // The same words came with a secret in the other thread.
  expect(shown[0]).toContain(said);
  expect(shown[1]).not.toContain(said);
});
