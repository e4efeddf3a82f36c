//! Texts that describe a board, its squares, and its pieces to screen readers.
import type {
  Color,
  LentMoves,
  LegalMove,
  Overlay,
  Contribution,
  Role,
  Snapshot,
  PlacedPiece,
} from '../lib/rules';
import type { BoardState } from './boardState.svelte';
import type { Ghost, Power } from './drawing/ghost';
import { signOf, signed } from './drawing/heat';
import type { BoardEnvironment } from './environment.svelte';

const ROLES: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const COLORS: readonly Color[] = ['white', 'black'];

/** The topics on which a board can be described. */
export type Topic = 'position' | 'moves' | 'last' | 'layer' | 'square';

const list = (items: readonly string[]): string => items.join(', ');

export class Speech {
  readonly #t: BoardEnvironment['t'];
  readonly #formatNumber: BoardEnvironment['formatNumber'];

  constructor({ t, formatNumber }: Pick<BoardEnvironment, 't' | 'formatNumber'>) {
    this.#t = t;
    this.#formatNumber = formatNumber;
  }

  /** Returns a name such as `white knight`. */
  pieceName({ color, role }: { color: Color; role: Role }): string {
    return this.#t(`board.piece.${color}.${role}`);
  }

  roleName(role: Role): string {
    return this.#t(`board.role.${role}`);
  }

  /** Spells the sign out, because screen readers skip it. */
  #spokenSigned(amount: number): string {
    const words = { plus: 'board.plus', minus: 'board.minus', zero: 'board.zero' } as const;
    return this.#t(words[signOf(amount)], { amount: this.#formatNumber(Math.abs(amount)) });
  }

  /** Describes the value of a square in an overlay; undefined if it has none. */
  #valueText(layer: Overlay, square: string): string | undefined {
    const value = layer.values.find((value) => value.square === square);
    if (!value) return undefined;
    return layer.meaning === 'signed'
      ? this.#t('board.charge', { amount: this.#spokenSigned(value.amount) })
      : this.#t('board.energy', { amount: value.amount });
  }

  #lentText(lent: readonly LentMoves[]): string {
    const powers = lent.map(({ role, from }) => `${this.roleName(role)} (${from})`);
    return this.#t('board.powers', { list: list(powers) });
  }

  /** Describes a square, such as `e5, empty, charge plus 3`. */
  squareText(
    square: string,
    piece: PlacedPiece | undefined,
    layer: Overlay,
    marks: readonly string[] = [],
  ): string {
    const parts = [square, piece ? this.pieceName(piece) : this.#t('board.empty')];
    if (piece?.marked) parts.push(this.#t('board.marked'));
    const value = this.#valueText(layer, square);
    if (value) parts.push(value);
    const lent = layer.lent.filter(({ to }) => to === square);
    if (lent.length > 0) parts.push(this.#lentText(lent));
    return list([...parts, ...marks]);
  }

  /** Describes the contributions to a square, and those of its piece to other squares. */
  partTexts(square: string, parts: readonly Contribution[]): string[] {
    const amount = (part: Contribution): string => this.#spokenSigned(part.amount);
    const taken = parts.filter(({ to }) => to === square).map((part) => `${part.from} ${amount(part)}`);
    const given = parts.filter(({ from }) => from === square).map((part) => `${part.to} ${amount(part)}`);
    return [
      ...(taken.length > 0 ? [this.#t('board.part.taken', { list: list(taken) })] : []),
      ...(given.length > 0 ? [this.#t('board.part.given', { list: list(given) })] : []),
    ];
  }

  /** Describes the position: one line per side, and the side to move. */
  positionText(snapshot: Snapshot): string[] {
    const lines = COLORS.map((color) => {
      const groups = ROLES.flatMap((role) => {
        const squares = snapshot.pieces
          .filter((piece) => piece.color === color && piece.role === role)
          .map(({ square }) => square);
        return squares.length > 0 ? [`${this.roleName(role)} ${list(squares)}`] : [];
      });
      return `${this.#t(`board.color.${color}`)}: ${groups.join('; ')}.`;
    });
    const energies = snapshot.energies.map(({ square, amount }) => `${square} ${this.#formatNumber(amount)}`);
    if (energies.length > 0) lines.push(this.#t('board.energiesAt', { list: list(energies) }));
    return [...lines, snapshot.ending?.text ?? this.#t(`board.turn.${snapshot.turn}`)];
  }

  /** Lists the pieces that can capture the king of the side to move. */
  threatText({ threats, pieces }: Snapshot): string {
    const captors = pieces.filter(({ square }) => threats.includes(square));
    return this.#t('board.threat', {
      list: list(captors.map((piece) => `${this.pieceName(piece)} (${piece.square})`)),
    });
  }

  /** Lists the moves of the piece on a square. */
  movesText(square: string, piece: PlacedPiece | undefined, moves: readonly LegalMove[]): string {
    if (!piece) return this.#t('board.nothingOn', { square });
    const targets = [...new Set(moves.filter(({ from }) => from === square).map(({ to }) => to))];
    const name = this.pieceName(piece);
    return targets.length === 0
      ? this.#t('board.noMoves', { piece: name, square })
      : this.#t('board.moves', { piece: name, square, list: list(targets) });
  }

  /** Describes an overlay: its numbers, lines, powers, and entries. */
  layerText(layer: Overlay, name: string): string {
    const charges = layer.meaning === 'signed';
    const numbers = layer.values
      .filter(({ amount }) => amount !== 0)
      .map(
        ({ square, amount }) =>
          `${square} ${charges ? this.#spokenSigned(amount) : this.#formatNumber(amount)}`,
      );
    const lines = layer.lines
      .filter(({ meets, to }) => meets !== to)
      .map(({ from, meets, to }) => this.#t('board.line', { from, meets, to }));
    const lent = layer.lent.map(({ from, to, role }) =>
      this.#t('board.lends', { from, to, role: this.roleName(role) }),
    );
    const entries = layer.entries.map(({ to, choices, sum }) => {
      const roles = choices.flatMap(({ becomes }) => (becomes ? [this.roleName(becomes)] : []));
      const parts = [to, ...(sum === undefined ? [] : [this.#t('board.sum', { sum })])];
      return roles.length > 0
        ? `${parts.join(' ')} ${this.#t('board.as', { list: list(roles) })}`
        : parts.join(' ');
    });
    const all = [...numbers, ...lines, ...lent, ...entries];
    return `${name}: ${all.length > 0 ? all.join('; ') : this.#t('board.nothing')}.`;
  }

  /** Describes the changes that a move's events do not mention: control of squares, and powers. */
  consequenceTexts(ghost: Ghost): string[] {
    const turned = ghost.changes.filter(({ turns }) => turns);
    const texts: string[] = [];
    if (ghost.layer.meaning === 'signed' && turned.length > 0) {
      const items = turned.map(({ square, before, after }) => `${square} ${signed(before)}→${signed(after)}`);
      texts.push(this.#t('board.ghost.turned', { list: list(items) }));
    }
    const powers = (all: readonly Power[]) =>
      list([...new Set(all.map(({ at, role }) => `${at} ${this.roleName(role)}`))]);
    if (ghost.gained.length > 0) texts.push(this.#t('board.ghost.gained', { list: powers(ghost.gained) }));
    if (ghost.ended.length > 0) texts.push(this.#t('board.ghost.ended', { list: powers(ghost.ended) }));
    return texts;
  }

  /** Answers a question about the board in sentences. */
  answer(topic: Topic, board: BoardState, square: string | undefined): string[] {
    const { snapshot, last, variant, overlay } = board.props;
    switch (topic) {
      case 'position':
        return this.positionText(snapshot);
      case 'moves':
        return square === undefined
          ? [this.#t('board.pickFirst')]
          : [this.movesText(square, board.pieces.get(square), snapshot.moves)];
      case 'last':
        if (!last) return [this.#t('board.noLast')];
        return [
          `${last.san}.`,
          ...last.events.map(({ text }) => text),
          ...(snapshot.checkers.length > 0 ? [this.#t('board.check')] : []),
          ...(board.endangered.length > 0 ? [this.threatText(snapshot)] : []),
        ];
      case 'layer': {
        if (overlay === undefined) return [this.#t('board.noLayer')];
        const name = variant.overlays.find(({ id }) => id === overlay)?.name ?? '';
        return [this.layerText(square === undefined ? board.layer : board.layerOf(square), name)];
      }
      case 'square':
        if (square === undefined) return [];
        return [
          `${this.squareText(square, board.pieces.get(square), board.layer)}.`,
          ...this.partTexts(square, board.layerOf(square).parts),
        ];
    }
  }
}
