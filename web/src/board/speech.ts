//! What a board says to those who do not see it.
import { formatNumber, t, type Message } from '../base/messages.svelte';
import type { Color, Lent, LegalMove, Overlay, Part, Role, Snapshot, PlacedPiece } from '../lib/rules';
import type { Ghost, Power } from './drawing/ghost';
import { signOf, signed } from './drawing/heat';

const ROLES: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const COLORS: readonly Color[] = ['white', 'black'];

/** `white knight` */
export const pieceName = (piece: { color: Color; role: Role }): string =>
  t(`board.piece.${piece.color}.${piece.role}` satisfies Message);

export const roleName = (role: Role): string => t(`board.role.${role}` satisfies Message);

/** A sign is said as a word, for screen readers skip it. */
const spokenSigned = (amount: number): string => {
  const words = { plus: 'board.plus', minus: 'board.minus', zero: 'board.zero' } as const;
  return t(words[signOf(amount)], { amount: formatNumber(Math.abs(amount)) });
};

/** What a layer says of a square; nothing if it says nothing. */
function valueText(layer: Overlay, square: string): string | undefined {
  const value = layer.values.find((value) => value.square === square);
  if (!value) return undefined;
  return layer.meaning === 'signed'
    ? t('board.charge', { amount: spokenSigned(value.amount) })
    : t('board.energy', { amount: value.amount });
}

const lentText = (lent: readonly Lent[]): string =>
  lent.length === 0
    ? t('board.noPowers')
    : t('board.powers', { list: list(lent.map(({ role, from }) => `${roleName(role)} (${from})`)) });

const list = (items: readonly string[]): string => items.join(', ');

/** `e5, empty, charge plus 3` */
export function squareText(
  square: string,
  piece: PlacedPiece | undefined,
  layer: Overlay,
  marks: readonly string[] = [],
): string {
  const parts = [square, piece ? pieceName(piece) : t('board.empty')];
  if (piece?.marked) parts.push(t('board.marked'));
  const value = valueText(layer, square);
  if (value) parts.push(value);
  const lent = layer.lent.filter(({ to }) => to === square);
  if (lent.length > 0) parts.push(lentText(lent));
  return list([...parts, ...marks]);
}

/** Who contributes what to a square, and what its piece contributes to others. */
export function partTexts(square: string, parts: readonly Part[]): string[] {
  const amount = (part: Part): string => spokenSigned(part.amount);
  const taken = parts.filter(({ to }) => to === square).map((part) => `${part.from} ${amount(part)}`);
  const given = parts.filter(({ from }) => from === square).map((part) => `${part.to} ${amount(part)}`);
  return [
    ...(taken.length > 0 ? [t('board.part.taken', { list: list(taken) })] : []),
    ...(given.length > 0 ? [t('board.part.given', { list: list(given) })] : []),
  ];
}

/** Where everything stands: a line for each side, and whose turn it is. */
export function positionText(snapshot: Snapshot): string[] {
  const lines = COLORS.map((color) => {
    const groups = ROLES.flatMap((role) => {
      const squares = snapshot.pieces
        .filter((piece) => piece.color === color && piece.role === role)
        .map(({ square }) => square);
      return squares.length > 0 ? [`${roleName(role)} ${list(squares)}`] : [];
    });
    return `${t(`board.color.${color}`)}: ${groups.join('; ')}.`;
  });
  const energies = snapshot.energies.map(({ square, amount }) => `${square} ${formatNumber(amount)}`);
  if (energies.length > 0) lines.push(t('board.energiesAt', { list: list(energies) }));
  return [...lines, snapshot.ending?.text ?? t(`board.turn.${snapshot.turn}`)];
}

/** By which pieces the king of the side to move can be captured. */
export function threatText({ threats, pieces }: Snapshot): string {
  const captors = pieces.filter(({ square }) => threats.includes(square));
  return t('board.threat', { list: list(captors.map((piece) => `${pieceName(piece)} (${piece.square})`)) });
}

/** Where the piece on a square may go. */
export function movesText(
  square: string,
  piece: PlacedPiece | undefined,
  moves: readonly LegalMove[],
): string {
  if (!piece) return t('board.nothingOn', { square });
  const targets = [...new Set(moves.filter(({ from }) => from === square).map(({ to }) => to))];
  const name = pieceName(piece);
  return targets.length === 0
    ? t('board.noMoves', { piece: name, square })
    : t('board.moves', { piece: name, square, list: list(targets) });
}

/** A layer in words: its numbers, lines, powers and entries. */
export function layerText(layer: Overlay, name: string): string {
  const charges = layer.meaning === 'signed';
  const numbers = layer.values
    .filter(({ amount }) => amount !== 0)
    .map(({ square, amount }) => `${square} ${charges ? spokenSigned(amount) : formatNumber(amount)}`);
  const lines = layer.lines
    .filter(({ meets, to }) => meets !== to)
    .map(({ from, meets, to }) => t('board.line', { from, meets, to }));
  const lent = layer.lent.map(({ from, to, role }) => t('board.lends', { from, to, role: roleName(role) }));
  const entries = layer.entries.map(({ to, choices, sum }) => {
    const roles = choices.flatMap(({ becomes }) => (becomes ? [roleName(becomes)] : []));
    const parts = [to, ...(sum === undefined ? [] : [t('board.sum', { sum })])];
    return roles.length > 0 ? `${parts.join(' ')} ${t('board.as', { list: list(roles) })}` : parts.join(' ');
  });
  const all = [...numbers, ...lines, ...lent, ...entries];
  return `${name}: ${all.length > 0 ? all.join('; ') : t('board.nothing')}.`;
}

/** What a move would change beyond its events: control of squares, powers. */
export function consequenceTexts(ghost: Ghost): string[] {
  const turned = ghost.changes.filter(({ turns }) => turns);
  const texts: string[] = [];
  if (ghost.layer.meaning === 'signed' && turned.length > 0) {
    const items = turned.map(({ square, before, after }) => `${square} ${signed(before)}→${signed(after)}`);
    texts.push(t('board.ghost.turned', { list: list(items) }));
  }
  const powers = (all: readonly Power[]) =>
    list([...new Set(all.map(({ at, role }) => `${at} ${roleName(role)}`))]);
  if (ghost.gained.length > 0) texts.push(t('board.ghost.gained', { list: powers(ghost.gained) }));
  if (ghost.ended.length > 0) texts.push(t('board.ghost.ended', { list: powers(ghost.ended) }));
  return texts;
}
