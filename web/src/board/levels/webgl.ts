//! Detection of the browser's WebGL support.

export type Graphics = 'none' | 'software' | 'processor';

/** The reason why there is no scene: no WebGL, a lost context, or code that could not be loaded. */
export type Failure = 'missing' | 'lost' | 'unreachable';

/** Tests the support on a temporary canvas. */
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
