//! Whether this browser draws in space, and how.

export type Graphics = 'none' | 'software' | 'processor';

/** Why there is no scene: nothing to draw with, it has gone away, or its code could not be loaded. */
export type Failure = 'missing' | 'lost' | 'unreachable';

/** Tries it out on a canvas that is thrown away. */
export function graphics(): Graphics {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return 'none';
  const details = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = details ? context.getParameter(details.UNMASKED_RENDERER_WEBGL) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && /swiftshader|llvmpipe|software|basic render/i.test(name)
    ? 'software'
    : 'processor';
}
