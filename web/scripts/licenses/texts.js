//! License texts: those in a package's folder, or a template if there are none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Patterns that identify the text of a license. */
const MARKS = {
  MIT: /permission is hereby granted, free of charge[^]*sublicense/i,
  'Apache-2.0': /apache license,?\s+version 2\.0, january 2004/i,
  'BSD-2-Clause': /redistributions in binary form must reproduce/i,
  'BSD-3-Clause': /neither the name[^]*may be used to endorse/i,
  ISC: /permission to use, copy, modify, and(\/or)? distribute this software/i,
  '0BSD':
    /permission to use, copy, modify, and\/or distribute this software for any\s+purpose with or without fee is hereby granted\./i,
  Zlib: /provided 'as-is', without any express or implied/i,
  'BSL-1.0': /boost software license - version 1\.0/i,
  'CDLA-Permissive-2.0': /community data license agreement - permissive - version 2\.0/i,
  'Unicode-3.0': /unicode license v3/i,
};

const IS_LICENSE = /^(licen[sc]e|copying|unlicense)/i;
// These must be included under any license.
const IS_NOTICE = /^(notice|copyright)/i;

const read = (file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n');

/** Removes blank lines at both ends, and whitespace at the ends of lines. */
export const trimmed = (text) =>
  text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/^\n+/, '')
    .trimEnd();

/** Removes parts that do not belong to the terms: the appendix of the Apache License, unless it is filled in, and a build
 * tool's list of bundled dependencies, because its helpers in the web app contain none of them. */
function terms(text) {
  const [own] = text.split('\n# Licenses of bundled dependencies');
  const [before, appendix = ''] = own.split(/\n\s*APPENDIX: How to apply/);
  return /Copyright\s+(\(c\)\s*)?\d{4}/i.test(appendix) ? own : before;
}

const template = (license) => read(join(import.meta.dirname, 'templates', `${license}.txt`));

/**
 * Returns the texts that must be included with a package under the licenses that were picked for it.
 * @param {{ name: string, folder: string, authors: readonly string[] }} component
 * @param {readonly string[]} licenses
 * @returns {string[]}
 */
export function textsOf({ name, folder, authors }, licenses) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (IS_LICENSE.test(entry.name) || IS_NOTICE.test(entry.name)))
    .map((entry) => entry.name)
    .sort();
  const texts = files.map((file) => ({ file, text: read(join(folder, file)) }));
  const found = new Set();
  for (const license of licenses) {
    const fitting = texts.filter(({ text }) => MARKS[license]?.test(text));
    fitting.forEach(({ text }) => found.add(trimmed(terms(text))));
    if (fitting.length === 0) {
      const holders =
        authors.map((author) => author.replace(/\s*<.*>/, '')).join(', ') || `the authors of ${name}`;
      found.add(trimmed(template(license).replace('<holders>', holders)));
    }
  }
  texts.filter(({ file }) => IS_NOTICE.test(file)).forEach(({ text }) => found.add(trimmed(text)));
  return [...found];
}
