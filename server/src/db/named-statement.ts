/** A statement with named parameters: `:name` in the text, as often as needed. */

export interface NamedStatement<P extends object> {
  /** With `$1`, `$2` …, as PostgreSQL expects. */
  readonly text: string;
  /** The parameters in the order of their numbers. */
  valuesOf(parameters: P): unknown[];
}

/** Two colons are a cast. */
const PARAMETER = /(?<!:):([a-z]\w*)/gi;

export function namedStatement<P extends object>(statement: string): NamedStatement<P> {
  const names: string[] = [];
  const text = statement.replace(PARAMETER, (_whole, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return {
    text,
    valuesOf(parameters) {
      const given = new Map(Object.entries(parameters));
      return names.map((name) => {
        if (!given.has(name)) throw new Error(`the statement has a parameter :${name} and nobody gave it`);
        return given.get(name);
      });
    },
  };
}
