//! The marks of a 3D scene as data, independent of their drawing.
import type { Role, PlacedPiece } from '../../../lib/rules';
import type { Scene } from '../../drawing/animation.svelte';
import type { BoardState } from '../../boardState.svelte';
import { signed, signOf, strength } from '../../drawing/heat';
import { checkedKings, passedSquares } from '../../drawing/marked';
import type { Brush, Shape } from '../../types';

export type Tone =
  | 'last'
  | 'picked'
  | 'reach'
  | 'danger'
  | 'focus'
  | 'plus'
  | 'minus'
  | 'accent'
  | 'pulse'
  | 'energy'
  | 'power'
  | 'lost'
  | Brush;

/** A color that covers a whole square, with a strength from 0 to 1. */
export interface Tint {
  square: string;
  tone: Tone;
  strength: number;
}
export interface Marker {
  square: string;
  tone: Tone;
  kind: 'dot' | 'ring' | 'rim';
}
export interface Label {
  square: string;
  tone: Tone;
  text: string;
  roles: readonly Role[];
}
export interface Arc {
  from: string;
  to: string;
  tone: Tone;
  weight: number;
  head: 'arrow' | 'none';
}
export interface Marks {
  tints: Tint[];
  markers: Marker[];
  labels: Label[];
  arcs: Arc[];
  /** Pieces that a previewed move would place. */
  ghosts: readonly PlacedPiece[];
  /** Squares whose pieces it would remove. */
  leaving: readonly string[];
  idle: ReadonlySet<number>;
}

const WEIGHT = 0.05;

const tint =
  (tone: Tone, strength: number) =>
  (square: string): Tint => ({ square, tone, strength });
const marker =
  (tone: Tone, kind: Marker['kind']) =>
  (square: string): Marker => ({ square, tone, kind });
const label = (square: string, tone: Tone, text: string, roles: readonly Role[] = []): Label => ({
  square,
  tone,
  text,
  roles,
});
const arc = (from: string, to: string, tone: Tone, weight = WEIGHT, head: Arc['head'] = 'arrow'): Arc => ({
  from,
  to,
  tone,
  weight,
  head,
});

/** Returns all marks of a board in its current state. */
export function marksOf(board: BoardState, scene: Scene, sketch: Shape | undefined): Marks {
  const { ghost, pending, props } = board;
  const target = pending?.to ?? board.target;
  const ground = groundOf(board, scene, target);
  const over = scene.earlier ? { labels: [], arcs: [], tints: [] } : layerOf(board);
  const shapes = [...(props.hints ?? []), ...(props.shapes ?? []), ...(sketch ? [sketch] : [])];
  return {
    tints: [...ground.tints, ...over.tints],
    markers: [
      ...ground.markers,
      ...(ghost?.lost ?? []).map(marker('lost', 'ring')),
      ...shapes.flatMap((shape) => (shape.kind === 'circle' ? [marker(shape.brush, 'ring')(shape.at)] : [])),
    ],
    labels: [...ground.labels, ...over.labels],
    arcs: [
      ...over.arcs,
      ...ghostArcs(board),
      ...shapes.flatMap((shape) =>
        shape.kind === 'arrow' ? [arc(shape.from, shape.to, shape.brush, 0.075)] : [],
      ),
    ],
    ghosts: ghost?.arriving ?? [],
    leaving: ghost?.leaving ?? [],
    idle: board.idleLevels,
  };
}

/** Returns the marks on the squares. */
function groundOf(board: BoardState, scene: Scene, target: string | undefined) {
  const { snapshot, last, selected, highlights, highlightTone } = board.props;
  const lit: Tone = highlightTone === 'reason' ? 'accent' : 'danger';
  const layer = scene.earlier ?? board.layer;
  const { values } = board.ghost?.layer ?? layer;
  const isCharged = layer.meaning === 'signed';
  const numbered = new Set(values.map(({ square }) => square));
  const changes = new Map((board.ghost?.changes ?? []).map((change) => [change.square, change]));
  const tints: Tint[] = [
    ...(isCharged ? values : []).map(({ square, amount }) =>
      tint(amount < 0 ? 'minus' : 'plus', strength(amount))(square),
    ),
    ...passedSquares(last).map(tint('last', 0.5)),
    ...(highlights ?? []).map(tint(lit, 0.4)),
    ...checkedKings(snapshot).map(tint('danger', 0.65)),
    ...(selected === undefined ? [] : [tint('picked', 0.6)(selected)]),
    ...(target !== undefined && board.destinations.has(target) ? [tint('picked', 0.5)(target)] : []),
  ];
  const labels = values.map(({ square, amount }) => {
    const before = changes.get(square)?.before;
    const number = isCharged ? signed : String;
    const tone: Tone = isCharged ? TONE_OF_SIGN[signOf(amount)] : 'energy';
    return label(square, tone, (before === undefined ? '' : `${number(before)} → `) + number(amount));
  });
  const markers: Marker[] = [
    ...[...board.destinations.keys()]
      .filter((square) => square !== target)
      .map((square) => {
        const kind = board.pieces.has(square) ? 'ring' : numbered.has(square) ? 'rim' : 'dot';
        return marker('reach', kind)(square);
      }),
    ...board.closed.map(marker('danger', 'rim')),
    ...(highlights ?? []).map(marker(lit, 'rim')),
    ...(board.isSteered && board.props.cursor !== undefined
      ? [marker('focus', 'rim')(board.props.cursor)]
      : []),
  ];
  return { tints, markers, labels };
}

const TONE_OF_SIGN = { plus: 'plus', minus: 'minus', zero: 'accent' } as const;

/** Returns the marks of an overlay, apart from its numbers. */
function layerOf(board: BoardState): Pick<Marks, 'labels' | 'arcs' | 'tints'> {
  const { ghost, focused, focus, layer } = board;
  const picked = board.props.selected;
  const labels: Label[] = [];
  const arcs: Arc[] = [];
  if (!ghost) {
    const lines =
      focused && focused.lines.length > 0 ? focused.lines : picked === undefined ? layer.lines : [];
    for (const { meets, to } of lines) if (meets !== to) arcs.push(arc(meets, to, 'pulse'));
    for (const { from, to, amount } of focused?.parts ?? []) {
      const tone = TONE_OF_SIGN[signOf(amount)];
      arcs.push(arc(from, to, tone, WEIGHT, 'none'));
      labels.push(label(to === focus ? from : to, tone, signed(amount)));
    }
    for (const { from, to } of focused?.lent ?? []) arcs.push(arc(from, to, 'power'));
  }
  const lent = new Map<string, Set<Role>>();
  for (const { to, role } of (ghost?.layer ?? layer).lent)
    lent.set(to, (lent.get(to) ?? new Set()).add(role));
  for (const [square, roles] of lent) labels.push(label(square, 'power', '', [...roles]));
  const entries = picked === undefined ? layer.entries : board.entries;
  for (const { to, choices, sum } of entries) {
    const roles = choices.flatMap(({ becomes }) => (becomes ? [becomes] : []));
    if (roles.length > 0 || sum !== undefined)
      labels.push(label(to, 'energy', sum === undefined ? '' : `= ${sum}`, roles));
  }
  const tints = picked === undefined ? layer.entries.map(({ to }) => tint('picked', 0.3)(to)) : [];
  return { labels, arcs, tints };
}

function ghostArcs({ ghost }: BoardState): Arc[] {
  if (!ghost) return [];
  return [
    ...ghost.paths.map(({ kind, from, to }) => arc(from, to, kind === 'moved' ? 'accent' : 'pulse')),
    ...ghost.flights.filter(({ from, to }) => from !== to).map(({ from, to }) => arc(from, to, 'energy')),
    ...ghost.ended.map(({ from, at }) => arc(from, at, 'lost', WEIGHT, 'none')),
    ...ghost.gained.map(({ from, to }) => arc(from, to, 'power')),
  ];
}
