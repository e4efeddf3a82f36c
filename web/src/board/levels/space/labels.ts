//! Sprites with text, numbers, or small silhouettes, which always face the camera.
import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';

import type { Role } from '../../../lib/rules';
import { GLYPHS } from '../../drawing/glyphs';

export interface LabelStyle {
  ink: string;
  /** The color of the background; undefined for plain text. */
  plate?: string;
}

const PX = 64;
const FONT = `650 ${PX * 0.62}px system-ui, sans-serif`;

interface Drawn {
  texture: CanvasTexture;
  aspect: number;
}

function draw(text: string, roles: readonly Role[], style: LabelStyle): Drawn {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return { texture: new CanvasTexture(canvas), aspect: 1 };
  pen.font = FONT;
  const words = text === '' ? 0 : pen.measureText(text).width + PX * 0.3;
  canvas.width = Math.max(Math.ceil(words + roles.length * PX * 0.8 + PX * 0.2), PX);
  canvas.height = PX;
  if (style.plate !== undefined) {
    pen.fillStyle = style.plate;
    pen.roundRect(1, 1, canvas.width - 2, PX - 2, PX / 2);
    pen.fill();
  }
  pen.fillStyle = style.ink;
  pen.font = FONT;
  pen.textBaseline = 'middle';
  pen.textAlign = roles.length > 0 ? 'left' : 'center';
  pen.fillText(text, roles.length > 0 ? PX * 0.25 : canvas.width / 2, PX * 0.53);
  roles.forEach((role, at) => {
    pen.save();
    pen.translate(canvas.width - PX * (0.15 + 0.8 * (roles.length - at)), PX * 0.13);
    pen.scale(PX * 0.074, PX * 0.074);
    pen.fill(new Path2D(GLYPHS[role]));
    pen.restore();
  });
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return { texture, aspect: canvas.width / canvas.height };
}

/** Creates labels; each texture is created once. */
export class Labels {
  readonly #drawn = new Map<string, { material: SpriteMaterial; aspect: number }>();

  make(text: string, roles: readonly Role[], style: LabelStyle, height: number): Sprite {
    const key = JSON.stringify([text, roles, style]);
    let known = this.#drawn.get(key);
    if (!known) {
      const { texture, aspect } = draw(text, roles, style);
      known = { material: new SpriteMaterial({ map: texture, depthWrite: false }), aspect };
      this.#drawn.set(key, known);
    }
    const sprite = new Sprite(known.material);
    sprite.scale.set(height * known.aspect, height, 1);
    sprite.renderOrder = 20;
    return sprite;
  }

  dispose(): void {
    for (const { material } of this.#drawn.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.#drawn.clear();
  }
}
