//! Rotation of a 3D scene by keys and buttons.

export interface Turn {
  by: { turn: number; rise: number };
  /** A factor; 1 keeps the distance. */
  nearer: number;
}

const STEP = Math.PI / 12;
const turned = (turn: number, rise: number, nearer = 1): Turn => ({
  by: { turn: turn * STEP, rise: rise * STEP },
  nearer,
});

export const TURNS = {
  left: turned(-1, 0),
  right: turned(1, 0),
  up: turned(0, 1),
  down: turned(0, -1),
  nearer: turned(0, 0, 1.2),
  farther: turned(0, 0, 1 / 1.2),
} as const satisfies Record<string, Turn>;

const KEYS: Record<string, Turn> = {
  ArrowLeft: TURNS.left,
  ArrowRight: TURNS.right,
  ArrowUp: TURNS.up,
  ArrowDown: TURNS.down,
};

/** Returns the turn for a key: arrows with Shift, plus, or minus. */
export function turnOf({
  key,
  shiftKey,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>): Turn | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  if (key === '+') return TURNS.nearer;
  if (key === '-') return TURNS.farther;
  return shiftKey ? KEYS[key] : undefined;
}
