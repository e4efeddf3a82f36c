//! A position as a picture that needs nothing else: the pieces are in it, and every color is written out.
import { flushSync, mount, unmount } from 'svelte';

import { colorOf } from '../app/colors';
import { pieceAddress } from '../app/pieces';
import { areCharges } from '../board/heat';
import MiniBoard from '../board/MiniBoard.svelte';
import type { Overlay, Snapshot, Unit, Variant } from '../lib/rules';

export interface Scene {
  variant: Variant;
  snapshot: Snapshot;
  overlay?: Overlay | undefined;
  flipped: boolean;
  /** Squares that are set off. */
  marked?: readonly string[];
  label: string;
}

/** The drawings of all pieces as data addresses, by the addresses that they are fetched from. */
export type Drawings = ReadonlyMap<string, string>;

const COLORS = ['white', 'black'] as const;
const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

/** Fetches the drawings of the chosen set. */
export async function loadDrawings(): Promise<Drawings> {
  const addresses = COLORS.flatMap((color) => ROLES.map((role) => pieceAddress(color, role)));
  const load = async (address: string): Promise<[string, string]> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return [address, `data:image/svg+xml;base64,${btoa(await response.text())}`];
  };
  return new Map(await Promise.all(addresses.map(load)));
}

// The class of MiniBoard's numbers; its own style sheet stays in the page.
const STYLE = '.number{font:650 0.36px sans-serif;text-anchor:middle;dominant-baseline:central}';

/** A picture as SVG, so many pixels wide. */
export function drawScene(scene: Scene, drawings: Drawings, width: number): string {
  const { variant, snapshot, overlay, flipped, marked = [], label } = scene;
  const isField = overlay && areCharges(overlay);
  const holder = document.createElement('div');
  const board = mount(MiniBoard, {
    target: holder,
    props: {
      shape: variant,
      units: snapshot.units,
      energies: overlay && !isField && overlay.values.length > 0 ? overlay.values : snapshot.energies,
      charges: isField ? overlay.values : [],
      lines: overlay?.lines ?? [],
      lent: overlay?.lent ?? [],
      arrangement: 'row',
      flipped,
      marked,
      label,
      drawing: ({ color, role }: Unit) => drawings.get(pieceAddress(color, role)) ?? '',
    },
  });
  flushSync();
  const svg = holder.querySelector('svg');
  if (!svg) throw new Error('the board was not drawn');
  const { width: units, height } = svg.viewBox.baseVal;
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(Math.round((width * height) / units)));
  svg.insertAdjacentHTML('afterbegin', `<style>${STYLE}</style>`);
  const text = new XMLSerializer().serializeToString(svg);
  void unmount(board);
  return withColors(text);
}

/** Writes the colors of the page's custom properties where they are used. */
function withColors(text: string): string {
  return text.replaceAll('<!---->', '').replace(/var\((--[\w-]+)\)/g, (_, name: string) => colorOf(name));
}

/** A picture drawn onto a canvas. */
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

/** A picture as PNG. */
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
