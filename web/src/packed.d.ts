// The modules packed by build/catalog.ts.

declare module 'virtual:catalogs' {
  /** The catalog in each language of the rules. */
  const catalogs: Record<string, () => Promise<{ default: import('./lib/rules').Variant[] }>>;
  export default catalogs;
}

declare module 'virtual:pictures' {
  /** The scene on a variant's card, by variant id. */
  const pictures: Record<string, import('../build/pictures').Frame[]>;
  export default pictures;
}

declare module 'virtual:tasks' {
  /** The names of a lesson's tasks, by variant id. */
  const tasks: Record<string, string[]>;
  export default tasks;
}

declare module 'virtual:books' {
  /** The rule books, by `language/variant`. */
  const books: Record<string, () => Promise<{ default: import('./base/books').Book }>>;
  export default books;
}

declare module 'virtual:diagrams' {
  /** The pictures of a rule's diagrams, by variant id and rule id. */
  const diagrams: Record<
    string,
    () => Promise<{ default: Record<string, import('../build/pictures').Picture[]> }>
  >;
  export default diagrams;
}

declare module 'virtual:starts' {
  /** The starting positions, by variant id. */
  const starts: Record<string, () => Promise<{ default: import('../build/pictures').Picture }>>;
  export default starts;
}
