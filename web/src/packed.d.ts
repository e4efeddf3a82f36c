// What build/catalog.ts packs.

declare module 'virtual:catalogs' {
  /** The catalog of the rules, in each of their languages. */
  const catalogs: Record<string, () => Promise<{ default: import('./lib/rules').Variant[] }>>;
  export default catalogs;
}

declare module 'virtual:pictures' {
  /** The scene on the card of a game, by the id of its variant. */
  const pictures: Record<string, import('../build/pictures').Frame[]>;
  export default pictures;
}

declare module 'virtual:tasks' {
  /** The names of the tasks of a lesson, by the id of the variant. */
  const tasks: Record<string, string[]>;
  export default tasks;
}

declare module 'virtual:books' {
  /** The rule books, by a language and the id of a variant with a slash between. */
  const books: Record<string, () => Promise<{ default: import('./base/books').Book }>>;
  export default books;
}

declare module 'virtual:diagrams' {
  /** What the diagrams of a rule show, by its id; by the id of the variant. */
  const diagrams: Record<
    string,
    () => Promise<{ default: Record<string, import('../build/pictures').Picture[]> }>
  >;
  export default diagrams;
}

declare module 'virtual:starts' {
  /** What a board shows before the first move, by the id of the variant. */
  const starts: Record<string, () => Promise<{ default: import('../build/pictures').Picture }>>;
  export default starts;
}
