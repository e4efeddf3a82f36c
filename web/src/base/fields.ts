//! Validated reading of stored values, which may come from another version of the app or be corrupt.

/** The parts of a stored value. A missing or malformed part becomes `otherwise`. */
export interface Fields<Name extends string> {
  oneOf: <Value>(values: readonly Value[], name: Name, otherwise: Value) => Value;
  number: (name: Name, otherwise: number) => number;
  text: (name: Name, otherwise: string) => string;
}

export function fieldsOf<Name extends string>(value: unknown): Fields<Name> {
  const parts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    oneOf: (values, name, otherwise) => values.find((known) => known === parts[name]) ?? otherwise,
    number: (name, otherwise) => {
      const found = parts[name];
      return typeof found === 'number' && Number.isFinite(found) ? found : otherwise;
    },
    text: (name, otherwise) => {
      const found = parts[name];
      return typeof found === 'string' ? found : otherwise;
    },
  };
}
