//! Tests of pasted names and of CSV files.
import { describe, expect, it } from 'vitest';

import { csvOf, fileName, namesIn } from './invitationList';

describe('a pasted list', () => {
  it('has a name in each line, once', () => {
    expect(namesIn(' Ada \r\n\nBo\nada\n\tCy;Dee, Eve')).toEqual(['Ada', 'Bo', 'Cy', 'Dee', 'Eve']);
    expect(namesIn(' \n ')).toEqual([]);
  });
});

describe('a file of links', () => {
  it('quotes every cell, and runs no formula', () => {
    const links = ['Ada', '=cmd|x', '+1', '-1', '@x', 'a"b'].map((name) => ({
      name,
      url: 'https://x/#t',
      endsAt: 0,
    }));
    expect(csvOf(links, ['Name', 'Link', 'Until'])).toBe(
      [
        '"Name","Link","Until"',
        ...['Ada', "'=cmd|x", "'+1", "'-1", "'@x", 'a""b'].map(
          (name) => `"${name}","https://x/#t","1970-01-01T00:00:00.000Z"`,
        ),
        '',
      ].join('\r\n'),
    );
  });

  it('leaves the name of an open invitation empty', () => {
    expect(csvOf([{ url: 'u', endsAt: 0 }], ['a', 'b', 'c'])).toContain('"","u",');
  });
});

it('the file is named after the club and the date', () => {
  const at = new Date(2026, 10, 7, 12);
  expect(fileName('Schachfreunde Köln-Süd 1920 e. V.', at)).toBe(
    'invitations-schachfreunde-koln-sud-1920-e-v-2026-11-07.csv',
  );
  expect(fileName('../棋', at)).toBe('invitations-2026-11-07.csv');
});
