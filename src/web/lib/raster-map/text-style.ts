import Style from 'ol/style/Style.js'
import { MAP_MARKS } from '#web/lib/map-marks.ts'

const [DARK, LIGHT] = [MAP_MARKS.dark, MAP_MARKS.light]
const TEXT_PX = 12

/**
 * A label at a point, or `below` pixels under it. Drawn here, because the text of the library measures fonts in a way that our
 * content security policy forbids.
 */
export const textStyle = (content: string, { hasRim = true, below = 0 } = {}): Style =>
  new Style({
    renderer: (at, { context, pixelRatio }) => {
      const [x = 0, y = 0] = at as number[]
      context.save()
      context.font = `600 ${TEXT_PX * pixelRatio}px "Inter Variable", sans-serif`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.lineWidth = 3 * pixelRatio
      context.lineJoin = 'round'
      context.strokeStyle = DARK
      context.fillStyle = hasRim ? LIGHT : DARK
      if (hasRim) context.strokeText(content, x, y + below * pixelRatio)
      context.fillText(content, x, y + below * pixelRatio)
      context.restore()
    },
  })
