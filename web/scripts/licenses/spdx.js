//! Parses SPDX license expressions and picks the licenses to comply with. Does not read files or license texts.

// A slash between licenses is an older notation for `OR`.
const wordsOf = (expression) => expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? [];

/**
 * Returns allowed licenses that satisfy an expression, preferring those that come first in `allowed`.
 * @param {string} expression
 * @param {readonly string[]} allowed
 * @returns {string[]}
 */
export function pick(expression, allowed) {
  const words = wordsOf(expression);
  const either = () => {
    let best = both();
    while (words[0] === 'OR') {
      words.shift();
      best = better(best, both());
    }
    return best;
  };
  const both = () => {
    let all = one();
    while (words[0] === 'AND') {
      words.shift();
      const more = one();
      all = all && more ? [...new Set([...all, ...more])] : undefined;
    }
    return all;
  };
  const one = () => {
    let word = words.shift();
    if (word === '(') {
      const inner = either();
      words.shift();
      return inner;
    }
    if (words[0] === 'WITH') word = [word, words.shift(), words.shift()].join(' ');
    return allowed.includes(word) ? [word] : undefined;
  };
  const rank = (picked) => Math.max(...picked.map((license) => allowed.indexOf(license)));
  const better = (a, b) => (!a || (b && rank(b) < rank(a)) ? b : a);
  const picked = either();
  if (!picked || words.length > 0) throw new Error(`deny.toml does not allow the license \`${expression}\``);
  return picked;
}
