//! A position as a self-contained picture: the piece images are embedded, and all colors are literal.
import { flushSync, mount, unmount } from 'svelte';

import { colorOf } from '../board/drawing/colors';
import { pieceAddress } from '../base/pieces';
import MiniBoard from '../board/drawing/MiniBoard.svelte';
import { planOf } from '../board/drawing/miniGeometry';
import type { Overlay, Snapshot, PlacedPiece, Variant } from '../lib/rules';

export interface Scene {
  variant: Variant;
  snapshot: Snapshot;
  overlay?: Overlay | undefined;
  flipped: boolean;
  /** The names of highlighted squares. */
  marked?: readonly string[];
  label: string;
  /** The text below the board. */
  caption?: string | undefined;
  /** True if ranks and files are named. */
  isNamed: boolean;
}

/** The piece images as data URLs, by the addresses that they are fetched from. */
export type Drawings = ReadonlyMap<string, string>;

const COLORS = ['white', 'black'] as const;
const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

/** Fetches the images of the chosen piece set. */
export async function loadDrawings(): Promise<Drawings> {
  const addresses = COLORS.flatMap((color) => ROLES.map((role) => pieceAddress(color, role)));
  const load = async (address: string): Promise<[string, string]> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return [address, `data:image/svg+xml;base64,${btoa(await response.text())}`];
  };
  return new Map(await Promise.all(addresses.map(load)));
}

// Attributes instead of styles: the server's content security policy blocks inline styles even in pictures.
const lettering = (weight: number, size: string, anchor: string): Record<string, string> => ({
  'font-family': 'sans-serif',
  'font-weight': String(weight),
  'font-size': size,
  'text-anchor': anchor,
});
const CENTERED = { 'dominant-baseline': 'central' };

/** The text style of MiniBoard's numbers, whose style sheet is not part of the picture. */
const NUMBER = { ...lettering(650, '0.36', 'middle'), ...CENTERED };

/** Renders a picture as SVG, `width` pixels wide. */
export function drawScene(scene: Scene, drawings: Drawings, width: number): string {
  const { variant, snapshot, overlay, flipped, marked = [], label } = scene;
  const isField = overlay?.meaning === 'signed';
  const holder = document.createElement('div');
  const board = mount(MiniBoard, {
    target: holder,
    props: {
      shape: variant,
      pieces: snapshot.pieces,
      energies: overlay && !isField && overlay.values.length > 0 ? overlay.values : snapshot.energies,
      charges: isField ? overlay.values : [],
      lines: overlay?.lines ?? [],
      lent: overlay?.lent ?? [],
      arrangement: 'row',
      flipped,
      marked,
      label,
      drawing: ({ color, role }: PlacedPiece) => drawings.get(pieceAddress(color, role)) ?? '',
    },
  });
  flushSync();
  const svg = holder.querySelector('svg');
  if (!svg) throw new Error('the board was not drawn');
  svg.insertAdjacentHTML(
    'beforeend',
    (scene.isNamed ? names(variant, flipped) : '') + captionOf(svg, scene.caption),
  );
  const { width: units, height } = svg.viewBox.baseVal;
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(Math.round((width * height) / units)));
  for (const number of svg.querySelectorAll('.number'))
    for (const [name, value] of Object.entries(NUMBER)) number.setAttribute(name, value);
  const drawn = new XMLSerializer().serializeToString(svg);
  void unmount(board);
  return withColors(drawn);
}

function text(x: number, y: number, style: Record<string, string>, words: string): string {
  const attributes = Object.entries(style).map(([name, value]) => ` ${name}="${value}"`);
  const content = words.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<text x="${x}" y="${y}"${attributes.join('')}>${content}</text>`;
}

/** Draws the names of ranks and files in the corners of the squares at the edge. */
function names(variant: Variant, flipped: boolean): string {
  const { files, ranks, levels } = variant;
  const plan = planOf(variant, 'row', flipped);
  const named: string[] = [];
  for (let level = 0; level < levels; level += 1) {
    const mark = (file: number, rank: number, dx: number, dy: number, anchor: string, word: string): void => {
      const { x, y } = plan.center({ level, file, rank });
      const tone = (file + rank + level) % 2 === 0 ? 'dark' : 'light';
      named.push(
        text(
          x + dx,
          y + dy,
          { ...lettering(650, '0.24', anchor), fill: `var(--board-label-on-${tone})` },
          word,
        ),
      );
    };
    const prefix = levels > 1 ? String(level + 1) : '';
    const [left, bottom] = flipped ? [files - 1, ranks - 1] : [0, 0];
    for (let file = 0; file < files; file += 1)
      mark(file, bottom, 0.46, 0.45, 'end', prefix + String.fromCharCode(97 + file));
    for (let rank = 0; rank < ranks; rank += 1) mark(left, rank, -0.46, -0.27, 'start', String(rank + 1));
  }
  return named.join('');
}

/** The height of the caption strip and the maximum font size. */
const STRIP = 0.7;
const LETTERS = 0.4;
/** The approximate width of a letter, relative to its height. */
const WIDE = 0.55;

/** Adds a caption on a strip below the board. */
function captionOf(svg: SVGSVGElement, caption: string | undefined): string {
  if (!caption) return '';
  const { x, y, width, height } = svg.viewBox.baseVal;
  svg.setAttribute('viewBox', `${x} ${y} ${width} ${height + STRIP}`);
  const size = Math.min(LETTERS, (width - 0.3) / (caption.length * WIDE));
  const strip = `<rect x="${x}" y="${y + height}" width="${width}" height="${STRIP}" fill="var(--surface)"/>`;
  const style = { ...lettering(600, size.toFixed(3), 'middle'), ...CENTERED, fill: 'var(--ink)' };
  return strip + text(x + width / 2, y + height + STRIP / 2, style, caption);
}

/** Replaces the app's custom properties with their colors. */
function withColors(drawn: string): string {
  return drawn.replaceAll('<!---->', '').replace(/var\((--[\w-]+)\)/g, (_, name: string) => colorOf(name));
}

/** Draws a picture on a canvas. */
export async function paint(svg: string, canvas: HTMLCanvasElement): Promise<CanvasRenderingContext2D> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('this browser draws no pictures');
    context.drawImage(image, 0, 0);
    return context;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Renders a picture as PNG. */
export async function toPng(svg: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  await paint(svg, canvas);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
      'image/png',
    );
  });
}
