import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import RegularShape from 'ol/style/RegularShape.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import { textStyle } from '#web/lib/raster-map/text-style.ts'
import type { Grip } from './grips.ts'

/** Over photos of soil and canopy: white with a dark rim, in both themes. */
const DARK = MAP_MARKS.dark
const LIGHT = MAP_MARKS.light
const CHOSEN = MAP_MARKS.chosen

const line = (width: number, color: string, lineDash?: number[]) =>
  new Style({ stroke: new Stroke({ color, width, ...(lineDash && { lineDash }) }) })

const withRim = (width: number, color: string) => [line(width + 2.5, DARK), line(width, color)]

export const OUTLINE = withRim(1.5, LIGHT)
export const CHOSEN_PLOT = withRim(3, CHOSEN)
export const PREVIEW = [line(3, DARK), line(1.5, CHOSEN)]
export const MARGIN = [line(2.5, DARK), line(1.25, LIGHT, [4, 4])]

export const nameStyle = (plotId: string): Style => textStyle(plotId)

export function gripStyles(grip: Grip, isChosen: boolean): Style[] {
  const fill = new Fill({ color: isChosen ? CHOSEN : LIGHT })
  const stroke = new Stroke({ color: DARK, width: 2 })
  if (grip.startsWith('corner')) {
    const number = String(Number(grip.split(' ')[1]) + 1)
    return [new Style({ image: new CircleStyle({ radius: 11, fill, stroke }) }), textStyle(number, { hasRim: false })]
  }
  const [radius, angle] = grip === 'block' ? [13, 0] : [9, Math.PI / 4]
  return [new Style({ image: new RegularShape({ points: 4, radius, angle, fill, stroke }) })]
}
