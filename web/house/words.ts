//! Counts habits of wording that make English read as translated. CONTRIBUTING describes them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SKIPPED = /(^|\/)(node_modules|target|dist|\.git|pkg|shared)(\/|$)|\/schema\.ts$/;

/** Each counts once per match. Their sum is compared per 10,000 words. */
const HABITS = [
  /\b(tell|tells|told|telling)\b/g,
  /\b([Ww]hoever|[Ww]hatever|[Ww]hichever)\b/g,
  /\b[Ss]o (many|much|often|long|few)\b/g,
  /(?:^|[,;.] )[Ww]here (a|an|the|it|no|none|nothing|nobody|there|that|they|one|some|its|their)\b/g,
  /\b([Nn]obody|[Ss]omebody|[Ee]verybody)\b/g,
  /\b(alone|besides?)\b/g,
  /\b(stand|stands|stood) (in|under|beside|against|behind|at the|there|with)\b/g,
  /\b(lies?|lay) (in|below|above|under|beside|there)\b/g,
  /(?<![Tt]here )\b(is|are|was|were) no (?!longer|more\b|\w+er\b|other|need)\w+/g,
  /\b(anew|reckon\w*|mend\w*|for ever|hence|foretell\w*|henceforth)\b/g,
  /\bby (lot|chance)\b/g,
];

/** The start of a comment that should start with a noun or a verb. */
const CLAUSE = /^(What|Who|Whoever|Whether|How)\b/;

const COMMENT = {
  rs: /^\s*\/\/[/!]?\s?(.*)$/,
  ts: /^\s*(?:\/\/[/!]?|\/\*\*?|\*(?!\/)|<!--)\s?(.*?)(?:\*\/|-->)?$/,
  /** A line of its own, or the help text of a make target. */
  hash: /^(?:.*\s#|\s*)#(?!!)\s?(.*)$/,
};

/** Returns the files below a folder of the repository whose names match. */
function files(folder: string, name: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (SKIPPED.test(path)) return [];
    return entry.isDirectory() ? files(path, name) : name.test(path) ? [path] : [];
  });
}

const lines = (path: string): string[] => readFileSync(join(ROOT, path), 'utf8').split('\n');

/** Returns the lines of documents outside fenced blocks. */
function documents(): string[] {
  return files('', /\.md$/).flatMap((path) => {
    let isFenced = false;
    return lines(path).filter((line) => {
      const isFence = line.trimStart().startsWith('```');
      if (isFence) isFenced = !isFenced;
      return !isFence && !isFenced;
    });
  });
}

const comments = (folders: string[], name: RegExp, comment: RegExp): string[] =>
  folders
    .flatMap((folder) => files(folder, name))
    .flatMap(lines)
    .flatMap((line) => comment.exec(line)?.[1]?.trim() ?? []);

/** Returns the docstrings of a Python file. */
const docstrings = (path: string): string[] =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('"""')
    .filter((_, at) => at % 2 === 1)
    .flatMap((text) => text.split('\n'));

/** Returns the comments of scripts, build files, and everything else that is neither Rust nor the app's TypeScript. */
const scripts = (): string[] => [
  ...comments([''], /(^|\/)(Makefile|run)$|\.(sh|toml|ya?ml|pyi?)$/, COMMENT.hash),
  ...comments([''], /\.(js|c|css|html)$|\.config\.ts$/, COMMENT.ts),
  ...files('', /\.pyi?$/).flatMap(docstrings),
];

/** The texts that the check counts, by kind. */
export const CORPORA = {
  documents,
  rust: () => comments(['crates', 'bindings', 'fuzz'], /\.rs$/, COMMENT.rs),
  scripts,
  web: () => comments(['web/src', 'web/tests', 'web/house', 'web/build'], /\.(ts|svelte)$/, COMMENT.ts),
  interface: () => {
    const texts = JSON.parse(readFileSync(join(ROOT, 'web/src/messages/en.json'), 'utf8')) as Record<
      string,
      string
    >;
    return Object.values(texts);
  },
  help: () => files('crates/cli/tests/commands/snapshots', /help.*\.snap$/).flatMap(lines),
};

/** Counts of a text: habits per 10,000 words, and lines that begin with a clause. */
export function count(text: string[]): { habits: number; clauses: number } {
  const words = text.reduce((sum, line) => sum + line.split(/\s+/).filter(Boolean).length, 0);
  const matches = text.reduce(
    (sum, line) => sum + HABITS.reduce((n, habit) => n + [...line.matchAll(habit)].length, 0),
    0,
  );
  return { habits: (matches / words) * 10_000, clauses: text.filter((line) => CLAUSE.test(line)).length };
}
