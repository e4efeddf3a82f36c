//! Reads a drawn overlay from the page, in the format of the rules.
import type { Overlay, Role } from './rules';

/** An overlay as comparable lines of text. */
export interface DrawnOverlay {
  values: string[];
  parts: string[];
  powers: string[];
  beams: string[];
  pulls: number;
  entries: string[];
}

/** The steps before the page is read, and the expected overlay. */
export interface Target {
  fen: string;
  /** The square of the picked piece. */
  picked: string;
}

const ORDER: readonly Role[] = ['queen', 'rook', 'bishop', 'knight', 'king', 'pawn'];

/** Returns the expected drawing: the whole overlay, and the part that concerns the picked piece. */
export function expected(whole: Overlay, focused: Overlay): DrawnOverlay {
  const lent = new Map<string, Role[]>();
  for (const { to, role } of whole.lent) lent.set(to, [...(lent.get(to) ?? []), role]);
  return {
    values: whole.values.map(({ square, amount }) => `${square} ${amount}`).sort(),
    parts: focused.parts.map(({ from, to, amount }) => `${from} ${to} ${amount}`).sort(),
    powers: [...lent]
      .map(([to, roles]) => [to, ...ORDER.filter((role) => roles.includes(role))].join(' '))
      .sort(),
    beams: focused.lines.map(({ from, meets }) => `${from} ${meets}`).sort(),
    pulls: focused.lines.filter(({ meets, to }) => meets !== to).length,
    entries: focused.entries
      .map(({ to, choices, sum }) =>
        [
          to,
          ...choices.flatMap(({ becomes }) => becomes ?? []),
          ...(sum === undefined ? [] : [`= ${sum}`]),
        ].join(' '),
      )
      .sort(),
  };
}

/**
 * Runs in the page: opens each position as a link would, picks a piece by keyboard, and reads the drawing. Squares are
 * identified by position on screen, numbers by their text.
 */
export async function readOverlays(targets: Target[]): Promise<DrawnOverlay[]> {
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 500; tries += 1) {
      if (holds()) return;
      await turn();
    }
    throw new Error(`${what} did not come to pass`);
  };
  const board = document.querySelector('main .board');
  const fen = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes('FEN'))
    ?.control as HTMLInputElement | undefined;
  if (!board || !fen) throw new Error('there is no board, or no FEN');
  const cells = [...board.querySelectorAll<HTMLElement>('[data-square]')];
  const svg = board.querySelector('svg')?.viewBox.baseVal;
  const places = cells.map((cell) => {
    const [left, top, wide, high] = [
      cell.style.left,
      cell.style.top,
      cell.style.width,
      cell.style.height,
    ].map((part) => Number.parseFloat(part) / 100) as [number, number, number, number];
    return { name: cell.dataset['square'] ?? '', left, top, right: left + wide, bottom: top + high };
  });
  const squareAt = (x: number, y: number): string => {
    const [across, down] = [x / (svg?.width ?? 1), y / (svg?.height ?? 1)];
    const found = places.find(
      ({ left, top, right, bottom }) => across > left && across < right && down > top && down < bottom,
    );
    return found?.name ?? 'nowhere';
  };
  const all = (selector: string): Element[] => [...board.querySelectorAll(selector)];
  const number = (element: Element | null, name: string): number => Number(element?.getAttribute(name));
  const textAt = (text: Element | null): string => squareAt(number(text, 'x'), number(text, 'y'));
  const amountOf = (text: string): string => {
    // Charges are signed, with a true minus.
    if (!/^(\+\d+|\u2212\d+|\d+)$/.test(text)) throw new Error(`${text} is no number`);
    return String(Number(text.replace('\u2212', '-')));
  };
  const boxes = (group: Element): number => group.querySelectorAll('path:not(.climb)').length;
  const middle = (group: Element): string => {
    const marks = [...group.querySelectorAll<SVGGraphicsElement>('rect')];
    const [x, y] = marks[0]
      ? [number(marks[0], 'x') + number(marks[0], 'width') / 2, number(marks[0], 'y')]
      : [0, 0];
    return marks[0] ? squareAt(x, y) : (group.getAttribute('data-entry')?.split(' ')[0] ?? '');
  };

  const drawn: DrawnOverlay[] = [];
  for (const target of targets) {
    history.pushState(null, '', `?fen=${encodeURIComponent(target.fen)}`);
    dispatchEvent(new PopStateEvent('popstate'));
    await until(`the position ${target.fen}`, () => fen.value === target.fen);
    const cell = cells.find(({ dataset }) => dataset['square'] === target.picked);
    cell?.focus();
    cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await until(`picking ${target.picked}`, () => cell?.getAttribute('aria-selected') === 'true');
    drawn.push({
      values: all('[data-value]')
        .map((group) => group.querySelector('.number'))
        .map((text) => `${textAt(text)} ${amountOf(text?.textContent ?? '')}`)
        .sort(),
      parts: all('[data-part]')
        .map((group) => {
          const [from, to] = group.getAttribute('data-part')?.split(' ') ?? [];
          const text = group.querySelector('text');
          const stands = textAt(text);
          if (stands !== from && stands !== to) throw new Error(`a share stands on ${stands}`);
          return `${from ?? ''} ${to ?? ''} ${amountOf(text?.textContent ?? '')}`;
        })
        .sort(),
      powers: all('[data-powers]')
        .map((group) => {
          const [square, ...roles] = group.getAttribute('data-powers')?.split(' ') ?? [];
          if (boxes(group) !== roles.length) throw new Error(`${square ?? ''} has ${boxes(group)} icons`);
          return [square, ...roles].join(' ');
        })
        .sort(),
      beams: all('line.beam')
        .map((line) =>
          [
            squareAt(number(line, 'x1'), number(line, 'y1')),
            squareAt(number(line, 'x2'), number(line, 'y2')),
          ].join(' '),
        )
        .sort(),
      pulls: all('svg.over > .pulse').length,
      entries: all('[data-entry]')
        .map((group) => {
          const sum = [...group.querySelectorAll('text')].map(({ textContent }) => textContent).join('');
          const words = group.getAttribute('data-entry')?.split(' ') ?? [];
          const roles = words.filter((word) => /^[a-z]+$/.test(word));
          if (boxes(group) !== roles.length) throw new Error(`${words.join(' ')} has ${boxes(group)} icons`);
          return [middle(group), ...roles, ...(sum ? [sum] : [])].join(' ');
        })
        .sort(),
    });
  }
  return drawn;
}
