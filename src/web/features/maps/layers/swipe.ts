import type WebGLTileLayer from 'ol/layer/WebGLTile.js'
import type OlMap from 'ol/Map.js'
import RenderEvent from 'ol/render/Event.js'

/** The map that is shown right of the divider, and where that is, from 0 to 1. */
export type Swipe = { mapId: string; share: number }

const glOf = (event: unknown): WebGLRenderingContext | WebGL2RenderingContext | undefined => {
  const context = event instanceof RenderEvent ? event.context : undefined
  return context instanceof WebGL2RenderingContext || context instanceof WebGLRenderingContext ? context : undefined
}

const endClip = (event: unknown): void => {
  const gl = glOf(event)
  gl?.disable(gl.SCISSOR_TEST)
}

/** Draws one of the layers right of a divider, and the others left of it: either may be transparent. */
export function createSwipe(map: OlMap) {
  let swipe: Swipe | null = null
  return {
    watch(layer: WebGLTileLayer, mapId: string): void {
      // These events, which its types leave out, come when a layer is laid over those below: a clip in 'prerender' would
      // also keep what the frame before had there from being cleared.
      layer.addEventListener('precompose', (event: unknown) => {
        const gl = glOf(event)
        if (!swipe || !gl) return
        const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
        const divider = Math.round(width * swipe.share)
        gl.enable(gl.SCISSOR_TEST)
        if (swipe.mapId === mapId) gl.scissor(divider, 0, width - divider, height)
        else gl.scissor(0, 0, divider, height)
      })
      layer.addEventListener('postcompose', endClip)
    },
    set(next: Swipe | null): void {
      swipe = next
      map.render()
    },
  }
}
