import { modelProto } from './descriptor.ts';

/** A value in a graph. */
export interface Value {
  readonly name: string;
}

/** A whole number, a list of them, or (in braces, since 1 is both) a float. */
export type Attribute = number | readonly number[] | { readonly float: number };
type Attributes = Readonly<Record<string, Attribute>>;

/** A number, or the name of a length that is known when the graph is run. */
export type Dimension = number | string;

const elementTypes = { float32: 1, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

const attributeTypes = { float: 1, int: 2, ints: 7 } as const;
/** Microsoft's own operators, of which we use `FusedMatMul` alone. */
const contrib = 'com.microsoft';

interface Shape {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly Dimension[];
}

/** Builds one ONNX graph. Values are named in the order in which they are made. */
export class GraphBuilder {
  readonly #nodes: object[] = [];
  readonly #initializers: object[] = [];
  readonly #inputs: object[] = [];
  readonly #outputs: object[] = [];
  readonly #constants = new Map<string, Value>();
  #made = 0;

  input(name: string, dims: readonly Dimension[], type: ElementType = 'float32'): Value {
    this.#inputs.push(valueInfo({ name, type, dims }));
    return { name };
  }

  /** Numbers that the graph carries. The runtime lays them out for its kernels once. */
  weight(data: Float32Array, dims: readonly number[]): Value {
    const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return this.#initializer({ type: 'float32', dims, rawData });
  }

  scalar(value: number): Value {
    return this.#shared(`scalar ${value}`, () => this.weight(Float32Array.of(value), []));
  }

  ints(values: readonly number[]): Value {
    return this.#shared(`ints ${values.join(' ')}`, () => {
      const rawData = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      return this.#initializer({ type: 'int64', dims: [values.length], rawData });
    });
  }

  op(opType: string, input: readonly Value[], attributes: Attributes = {}): Value {
    const output = this.#fresh(opType);
    this.#node({ opType, input, output: [output], attributes });
    return output;
  }

  /** Matrix product of the last two dimensions; `transposeLeft` and so on read one sideways. */
  product(
    left: Value,
    right: Value,
    { transposeLeft = false, transposeRight = false, scale = 1 }: ProductOptions = {},
  ): Value {
    const output = this.#fresh('FusedMatMul');
    this.#node({
      opType: 'FusedMatMul',
      input: [left, right],
      output: [output],
      domain: contrib,
      attributes: {
        transA: Number(transposeLeft),
        transB: Number(transposeRight),
        alpha: { float: scale },
      },
    });
    return output;
  }

  reshape(value: Value, dims: readonly number[]): Value {
    return this.op('Reshape', [value, this.ints(dims)]);
  }

  /** As `value`, with a name of its own that a caller can ask for. */
  output(name: string, value: Value, dims: readonly Dimension[]): void {
    this.#node({ opType: 'Identity', input: [value], output: [{ name }], attributes: {} });
    this.#outputs.push(valueInfo({ name, type: 'float32', dims }));
  }

  encode(name: string): Uint8Array {
    const model = {
      irVersion: 9,
      producerName: 'sluice',
      graph: {
        name,
        node: this.#nodes,
        initializer: this.#initializers,
        input: this.#inputs,
        output: this.#outputs,
      },
      opsetImport: [
        { domain: '', version: 18 },
        { domain: contrib, version: 1 },
      ],
    };
    return modelProto.encode(modelProto.create(model)).finish();
  }

  #node({ attributes, input, output, ...node }: NodeSpec): void {
    this.#nodes.push({
      ...node,
      input: input.map(({ name }) => name),
      output: output.map(({ name }) => name),
      attribute: Object.entries(attributes).map(attributeProto),
    });
  }

  #initializer({ type, ...tensor }: TensorSpec): Value {
    const value = this.#fresh('constant');
    this.#initializers.push({ ...tensor, ...value, dataType: elementTypes[type] });
    return value;
  }

  #shared(key: string, make: () => Value): Value {
    const known = this.#constants.get(key) ?? make();
    this.#constants.set(key, known);
    return known;
  }

  #fresh(what: string): Value {
    this.#made += 1;
    return { name: `${what}.${this.#made}` };
  }
}

interface ProductOptions {
  readonly transposeLeft?: boolean;
  readonly transposeRight?: boolean;
  readonly scale?: number;
}

interface NodeSpec {
  readonly opType: string;
  readonly input: readonly Value[];
  readonly output: readonly Value[];
  readonly domain?: string;
  readonly attributes: Attributes;
}

interface TensorSpec {
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly rawData: Uint8Array;
}

function valueInfo({ name, type, dims }: Shape): object {
  const dim = dims.map((length) =>
    typeof length === 'string' ? { dimParam: length } : { dimValue: length },
  );
  return { name, type: { tensorType: { elemType: elementTypes[type], shape: { dim } } } };
}

function attributeProto([name, value]: [string, Attribute]): object {
  if (typeof value === 'number') return { name, i: value, type: attributeTypes.int };
  if ('float' in value) return { name, f: value.float, type: attributeTypes.float };
  return { name, ints: value, type: attributeTypes.ints };
}
