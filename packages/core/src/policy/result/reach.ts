/** A value shared by all vertices that lead to each other. */
export interface Component<Value> {
  readonly value: Value;
}

export interface Graph<Vertex, Value> {
  readonly next: (vertex: Vertex) => Iterable<Vertex>;
  /** The value of vertices that lead to each other, from those of the components they lead to. */
  readonly close: (members: ReadonlySet<Vertex>, beyond: readonly Value[]) => Value;
}

/**
 * Finds what can be reached in a graph with cycles, each vertex and edge walked once (Tarjan's
 * strongly connected components): a walk from every vertex would take time quadratic in a result.
 */
export class Reach<Vertex, Value> {
  readonly #graph: Graph<Vertex, Value>;
  readonly #components = new Map<Vertex, Component<Value>>();
  readonly #order = new Map<Vertex, number>();
  readonly #open: Vertex[] = [];

  constructor(graph: Graph<Vertex, Value>) {
    this.#graph = graph;
  }

  /** The same object for two vertices just where they lead to each other. */
  of(vertex: Vertex): Component<Value> {
    if (!this.#components.has(vertex)) this.#visit(vertex);
    const component = this.#components.get(vertex);
    if (component === undefined) throw new Error('a vertex was left open');
    return component;
  }

  /** The least order of the open vertices that this one leads back to. */
  #visit(vertex: Vertex): number {
    const order = this.#order.size;
    let low = order;
    this.#order.set(vertex, order);
    this.#open.push(vertex);
    for (const next of this.#graph.next(vertex)) {
      if (this.#components.has(next)) continue;
      low = Math.min(low, this.#order.get(next) ?? this.#visit(next));
    }
    if (low === order) this.#close(new Set(this.#open.splice(this.#open.lastIndexOf(vertex))));
    return low;
  }

  #close(members: ReadonlySet<Vertex>): void {
    const beyond = new Set<Component<Value>>();
    for (const member of members) {
      for (const next of this.#graph.next(member)) {
        const component = this.#components.get(next);
        if (component !== undefined) beyond.add(component);
      }
    }
    const values = [...beyond].map(({ value }) => value);
    const component = { value: this.#graph.close(members, values) };
    for (const member of members) this.#components.set(member, component);
  }
}
