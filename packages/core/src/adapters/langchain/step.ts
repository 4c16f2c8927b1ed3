import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { enclosingCall, type EnclosingCall } from '../../engine/nested/enclosure.ts';
import { memberOf } from '../../history/document.ts';

/** How deep within graphs a guarded call runs: what its tool starts carries the call's label. */
const depths: WeakMap<EnclosingCall, number> = new WeakMap();

/** To be called as a guarded call begins, where its tool is about to run. */
export function noteDepth(): void {
  const call = enclosingCall();
  if (call !== undefined) depths.set(call, pathIn(configHere()).length);
}

/**
 * True if no other node has run: none of this graph, nor of the graphs that it is a node of, out to
 * the guarded call that it works for.
 */
export function isFirstStep(): boolean {
  const config = configHere();
  if (memberOf(memberOf(config, 'metadata'), 'langgraph_step') !== 1) return false;
  const checkpoints = memberOf(memberOf(config, 'configurable'), 'checkpoint_map');
  const path = pathIn(config);
  const depth = depthHere();
  const outer = path.slice(depth, -1).map((_, at) => path.slice(0, depth + at).join(separator));
  return outer.every((graph) => stepOf(memberOf(checkpoints, graph)) === 0);
}

/**
 * The names of the nodes that the agent runs in, out to the guarded call that it works for; empty
 * where it is no node of another graph.
 */
export function nodesAround(): string {
  const nodes = pathIn(configHere()).slice(depthHere(), -1);
  return nodes.map((node) => node.replace(/:.*/, '')).join(separator);
}

function depthHere(): number {
  const call = enclosingCall();
  return call === undefined ? 0 : (depths.get(call) ?? 0);
}

const separator = '|';

/** The nodes of graphs within graphs that lead to this one, the outermost first. */
function pathIn(config: unknown): readonly string[] {
  const path = memberOf(memberOf(config, 'metadata'), 'langgraph_checkpoint_ns');
  return typeof path === 'string' ? path.split(separator) : [];
}

/** LangGraph writes the step of a graph into the ids of its checkpoints, and nowhere else here. */
function stepOf(checkpoint: unknown): number | undefined {
  if (typeof checkpoint !== 'string') return undefined;
  const sequence = Number.parseInt(checkpoint.split('-')[3] ?? '', 16);
  return Number.isNaN(sequence) ? undefined : sequence % 0x40_00;
}

function configHere(): unknown {
  return AsyncLocalStorageProviderSingleton.getRunnableConfig();
}
