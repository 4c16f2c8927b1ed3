interface Call {
  readonly tool: string;
  readonly args: string;
}

/** True if both name one tool and the same arguments, spaces and the order of keys aside. */
export function isSameCall(one: Call, other: Call): boolean {
  return one.tool === other.tool && plain(one.args) === plain(other.args);
}

function plain(json: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(json)));
  } catch {
    return json;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // An object stays one: `{"a": 1}` is not `[["a", 1]]`.
  return { members: members.map(([key, each]) => [key, sorted(each)]) };
}
