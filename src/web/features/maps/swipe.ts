import type WebGLTileLayer from 'ol/layer/WebGLTile.js'
import type OlMap from 'ol/Map.js'
import type RenderEvent from 'ol/render/Event.js'
import { getRenderPixel } from 'ol/render.js'

/** The map that is shown right of the divider, and where that is, from 0 to 1. */
export type Swipe = { mapId: string; share: number }

const glOf = ({ context }: RenderEvent): WebGLRenderingContext | WebGL2RenderingContext | undefined =>
  context instanceof WebGL2RenderingContext || context instanceof WebGLRenderingContext ? context : undefined

const endClip = (event: RenderEvent): void => {
  const gl = glOf(event)
  gl?.disable(gl.SCISSOR_TEST)
}

/** Draws one of the layers only right of a divider. */
export function createSwipe(map: OlMap) {
  let swipe: Swipe | null = null
  const clip = (event: RenderEvent, { share }: Swipe) => {
    const gl = glOf(event)
    const [width = 0, height = 0] = map.getSize() ?? []
    const [left = 0, top = 0] = getRenderPixel(event, [width * share, 0])
    const [right = 0, bottom = 0] = getRenderPixel(event, [width, height])
    gl?.enable(gl.SCISSOR_TEST)
    gl?.scissor(
      Math.round(left),
      Math.round(Math.min(top, bottom)),
      Math.round(right - left),
      Math.round(Math.abs(bottom - top)),
    )
  }
  return {
    watch(layer: WebGLTileLayer, mapId: string): void {
      layer.on('prerender', (event) => {
        if (swipe?.mapId === mapId) clip(event, swipe)
      })
      layer.on('postrender', endClip)
    },
    set(next: Swipe | null): void {
      swipe = next
      map.render()
    },
  }
}
