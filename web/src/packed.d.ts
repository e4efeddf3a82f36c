// What build/catalog.ts packs.

declare module 'virtual:catalogs' {
  /** The catalog of the rules, in each of their languages. */
  const catalogs: Record<string, () => Promise<{ default: import('./lib/rules').Variant[] }>>;
  export default catalogs;
}

declare module 'virtual:pictures' {
  /** What a card shows of a game, by the id of its variant. */
  const pictures: Record<string, import('../build/pictures').Picture>;
  export default pictures;
}
