//! The 3D board: renders marks and pieces, and maps points of the picture to squares. Draws only when something has
//! changed. Independent of games and input devices.
import {
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Raycaster,
  Scene,
  TOUCH,
  Vector2,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

import type { Point, Size } from '../../drawing/arrangement';
import type { Effect } from '../../drawing/animation.svelte';
import type { TrackedPiece } from '../../drawing/pieces';
import { Boards } from './boards';
import {
  distanceFor,
  HIGHEST,
  LOWEST,
  placeCamera,
  cameraPosition,
  anglesOf,
  type CameraAngles,
  type View,
} from './camera';
import { MarkMeshes } from './markMeshes';
import { Flashes } from './flashes';
import { placeOf, radiusOf } from './layout';
import type { Marks } from './marks';
import { Animations } from './animations';
import { fixedColor, paletteOf } from './palette';
import { AdaptiveResolution } from './adaptiveResolution';
import { Pieces } from './pieces';

const MOST_PIXELS = 2;
/** Software rendering has no antialiasing, so a picture at rest gets more pixels than the screen has. */
const SOFTWARE_PIXELS = 1.75;
const TURN_MS = 450;
/** Frames farther apart than this do not belong to one movement. */
const PAUSE_MS = 250;
const REST_MS = 160;

export interface SpaceOptions {
  canvas: HTMLCanvasElement;
  size: Size;
  /** Returns the heading of a level. */
  levelName: (level: number) => string;
  /** True if there is no hardware acceleration. */
  isSoftware: boolean;
  /** Returns true if nothing may move by itself. */
  calm: () => boolean;
  /** Called when the WebGL context is lost. */
  onlost: () => void;
}

export class Space {
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(30, 1, 1, 120);
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #animations = new Animations();
  readonly #boards: Boards;
  readonly #pieces: Pieces;
  readonly #markMeshes: MarkMeshes;
  readonly #flashes: Flashes;
  readonly #resolution: AdaptiveResolution;
  readonly #ray = new Raycaster();
  readonly #sky = new HemisphereLight(fixedColor('--space-sky'), fixedColor('--space-ground'), 1.55);
  #isBlack: boolean | undefined;
  #isNamed = true;
  #isFitted = true;
  #isHeld = false;
  #wasMoving = false;
  #frame: number | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #last = 0;
  #marks: Marks | undefined;
  #occupied = new Set<string>();

  constructor(private readonly options: SpaceOptions) {
    const { canvas, size, isSoftware } = options;
    this.#renderer = new WebGLRenderer({
      canvas,
      alpha: true,
      antialias: !isSoftware,
      powerPreference: 'low-power',
    });
    const pixels = isSoftware ? SOFTWARE_PIXELS : Math.min(window.devicePixelRatio, MOST_PIXELS);
    this.#resolution = new AdaptiveResolution(pixels, isSoftware ? 1 : pixels);
    this.#boards = new Boards(size, options.levelName);
    this.#pieces = new Pieces(size, this.#animations);
    this.#markMeshes = new MarkMeshes(size);
    this.#flashes = new Flashes(size, this.#animations);
    const sun = new DirectionalLight(fixedColor('--space-sun'), 2.1);
    sun.position.set(6, 8, 3);
    this.#scene.add(
      this.#sky,
      sun,
      this.#boards.group,
      this.#pieces.group,
      this.#markMeshes.group,
      this.#flashes.group,
    );
    this.#controls = new OrbitControls(this.#camera, canvas);
    Object.assign(this.#controls, {
      enablePan: false,
      dampingFactor: 0.12,
      touches: { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_ROTATE },
    });
    this.#free();
    this.#controls.addEventListener('end', this.#free);
    canvas.addEventListener('pointerdown', this.#level, { capture: true });
    this.#controls.addEventListener('change', this.#wake);
    this.#controls.addEventListener('start', this.#grasp);
    this.#controls.addEventListener('end', this.#release);
    canvas.addEventListener('webglcontextlost', this.#lose);
  }

  /** Locks the tilt for a single finger, whose vertical movement scrolls the page; two fingers tilt. */
  readonly #level = ({ pointerType, isPrimary }: PointerEvent): void => {
    if (pointerType !== 'touch' || !isPrimary) {
      this.#free();
      return;
    }
    const kept = Math.PI / 2 - cameraPosition(this.#camera).rise;
    // With damping, the controls would store the vertical movement and apply it once the finger is lifted.
    Object.assign(this.#controls, { enableDamping: false, minPolarAngle: kept, maxPolarAngle: kept });
  };

  readonly #free = (): void => {
    Object.assign(this.#controls, {
      enableDamping: true,
      minPolarAngle: Math.PI / 2 - HIGHEST,
      maxPolarAngle: Math.PI / 2 - LOWEST,
    });
  };

  /** Reads the current colors of the page. */
  paint(): void {
    const palette = paletteOf(this.options.canvas);
    this.#sky.intensity = palette.isDark ? 1.3 : 1.55;
    this.#boards.paint(palette);
    this.#pieces.paint(palette);
    this.#name();
    if (this.#marks) this.mark(this.#marks);
    this.#wake();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#renderer.setPixelRatio(this.#resolution.still);
    this.#renderer.setSize(width, height, false);
    const fit = distanceFor(radiusOf(this.options.size), this.#camera);
    this.#controls.minDistance = fit * 0.4;
    this.#controls.maxDistance = fit * 1.6;
    if (this.#isFitted && this.#camera.position.lengthSq() > 0)
      placeCamera(this.#camera, cameraPosition(this.#camera), fit);
    this.#wake();
  }

  /** Places the viewer on a side, and sets whether files and ranks are named. */
  setSide(isBlack: boolean, isNamed: boolean): void {
    const isTurned = isBlack !== this.#isBlack;
    this.#isBlack = isBlack;
    this.#isNamed = isNamed;
    this.#name();
    if (isTurned) this.showFrom('home');
    this.#wake();
  }

  show(pieces: readonly TrackedPiece[], ms: number): void {
    this.#pieces.show(pieces, ms);
    this.#occupied = new Set(pieces.map(({ square }) => square));
    this.#wake();
  }

  mark(marks: Marks): void {
    this.#marks = marks;
    this.#boards.tint(marks.tints, marks.idle);
    this.#pieces.suppose(marks.ghosts, marks.leaving, marks.idle);
    this.#markMeshes.show(marks, (square) => this.#occupied.has(square));
    this.#wake();
  }

  /** Shows effects that disappear by themselves. */
  flash(effects: readonly Effect[], ms: number): void {
    this.#flashes.show(effects, ms);
    this.#wake();
  }

  showFrom(view: View): void {
    this.#isFitted = true;
    this.#goTo(
      anglesOf(view, this.#isBlack === true),
      distanceFor(radiusOf(this.options.size), this.#camera),
    );
  }

  /** Turns by angles and zooms in by a factor. */
  turn(by: CameraAngles, nearer = 1): void {
    const { turn, rise, distance } = cameraPosition(this.#camera);
    if (nearer !== 1) this.#isFitted = false;
    const { minDistance, maxDistance } = this.#controls;
    const next = Math.min(Math.max(distance / nearer, minDistance), maxDistance);
    this.#goTo({ turn: turn + by.turn, rise: rise + by.rise }, next);
  }

  /** Returns the square at a point of the picture; both coordinates run from 0 to 1. */
  squareAt({ x, y }: Point): string | undefined {
    this.#ray.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), this.#camera);
    return this.#pieces.hit(this.#ray)?.square ?? this.#boards.squareOn(this.#ray);
  }

  /** Returns the position of a square in the picture, in the same units. */
  pointOf(square: string): Point {
    const { x, y } = placeOf(square, this.options.size).project(this.#camera);
    return { x: (x + 1) / 2, y: (1 - y) / 2 };
  }

  dispose(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.options.canvas.removeEventListener('webglcontextlost', this.#lose);
    this.#controls.dispose();
    this.#boards.dispose();
    this.#pieces.dispose();
    this.#markMeshes.dispose();
    this.#flashes.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #name(): void {
    this.#boards.name(this.#isBlack ? -1 : 1, this.#isNamed);
  }

  #goTo(to: CameraAngles, distance: number): void {
    const from = cameraPosition(this.#camera);
    const way = shortest(to.turn - from.turn);
    const isFirst = from.distance === 0;
    this.#animations.run('eye', isFirst || this.options.calm() ? 0 : TURN_MS, (part) => {
      const turn = from.turn + way * part;
      const rise = from.rise + (to.rise - from.rise) * part;
      placeCamera(
        this.#camera,
        { turn, rise },
        isFirst ? distance : from.distance + (distance - from.distance) * part,
      );
    });
    this.#wake();
  }

  readonly #grasp = (): void => {
    this.#isHeld = true;
    this.#animations.run('eye', 0, () => undefined);
  };

  readonly #release = (): void => {
    this.#isHeld = false;
  };

  readonly #lose = (event: Event): void => {
    event.preventDefault();
    this.options.onlost();
  };

  readonly #wake = (): void => {
    this.#frame ??= requestAnimationFrame(this.#draw);
  };

  readonly #draw = (now: number): void => {
    this.#frame = undefined;
    const since = now - this.#last;
    this.#last = now;
    this.#animations.advance(now);
    // This calls back by itself as long as the camera is still gliding.
    this.#controls.update();
    const isMoving = this.#isHeld || !this.#animations.isOver || since < PAUSE_MS;
    if (isMoving && this.#wasMoving) this.#resolution.measure(since);
    this.#wasMoving = isMoving;
    this.#render(isMoving ? this.#resolution.moving : this.#resolution.still);
    if (!this.#animations.isOver) this.#wake();
    clearTimeout(this.#rest);
    if (this.#renderer.getPixelRatio() < this.#resolution.still)
      this.#rest = setTimeout(() => this.#render(this.#resolution.still), REST_MS);
  };

  #render(pixels: number): void {
    if (Math.abs(this.#renderer.getPixelRatio() - pixels) > 0.01) this.#renderer.setPixelRatio(pixels);
    this.#renderer.render(this.#scene, this.#camera);
  }
}

/** Normalizes an angle to at most half a turn in either direction. */
const shortest = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
