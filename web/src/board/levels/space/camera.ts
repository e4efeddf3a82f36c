//! The position of the camera. Angles are in radians: `turn` around the vertical axis, from White's side to the right;
//! `rise` from the ground up.
import { PerspectiveCamera, Spherical, Vector3 } from 'three';

export type View = 'home' | 'front' | 'side' | 'top';

export interface CameraAngles {
  turn: number;
  rise: number;
}

const degrees = (angle: number): number => (angle * Math.PI) / 180;

/** Low enough to look between the levels, high enough to see each of them from above. */
const ANGLES: Record<View, CameraAngles> = {
  home: { turn: degrees(24), rise: degrees(27) },
  front: { turn: 0, rise: degrees(24) },
  side: { turn: degrees(88), rise: degrees(20) },
  // From straight above, the highest level would hide the others.
  top: { turn: 0, rise: degrees(48) },
};

export const LOWEST = degrees(4);
export const HIGHEST = degrees(89);

/** Returns the angles of a view from White's or Black's side. */
export const anglesOf = (view: View, isBlack: boolean): CameraAngles => ({
  ...ANGLES[view],
  turn: ANGLES[view].turn + (isBlack ? Math.PI : 0),
});

/** Returns the distance at which everything within a radius is in view. */
export function distanceFor(radius: number, { fov, aspect }: PerspectiveCamera): number {
  const half = degrees(fov) / 2;
  const narrow = Math.min(half, Math.atan(Math.tan(half) * aspect));
  return radius / Math.sin(narrow);
}

export function placeCamera(camera: PerspectiveCamera, { turn, rise }: CameraAngles, distance: number): void {
  const up = Math.PI / 2 - Math.min(Math.max(rise, LOWEST), HIGHEST);
  camera.position.copy(new Vector3().setFromSpherical(new Spherical(distance, up, turn)));
  camera.lookAt(0, 0, 0);
}

/** Returns the angles and the distance of a camera that looks at the center. */
export function cameraPosition(camera: PerspectiveCamera): CameraAngles & { distance: number } {
  const { radius, phi, theta } = new Spherical().setFromVector3(camera.position);
  return { turn: theta, rise: Math.PI / 2 - phi, distance: radius };
}
