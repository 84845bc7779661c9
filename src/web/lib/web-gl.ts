let isThere: boolean | undefined

/** Whether this browser draws maps and 3D: without a graphics card, or on a remote desktop, it may not. */
export const hasWebGl = (): boolean => (isThere ??= document.createElement('canvas').getContext('webgl2') !== null)

export const NO_MAPS =
  'This browser can’t draw maps: its graphics (WebGL 2) are off or missing. Turn on hardware acceleration in its settings, or use another browser.'
