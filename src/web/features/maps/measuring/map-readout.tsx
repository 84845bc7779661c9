import { lonLatOf } from '#imagery/rasters/crs.ts'
import { valueOf } from '#imagery/rasters/look.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { nameOfLook } from '../layers/map-names.ts'
import type { ShownLayer } from '../map-controller.ts'

export const areaText = (squareMetres: number): string =>
  squareMetres >= 10_000
    ? `${Number((squareMetres / 10_000).toPrecision(4))} ha`
    : `${Number(squareMetres.toPrecision(4))} m²`

type ReadoutProps = {
  map: ReadyMap
  at: { x: number; y: number }
  values: readonly string[]
  /** Pixels of the file, in a row, that a value stands for. */
  over: number
}

/** Where the pointer is, in the map's coordinates and in degrees, and what is there. */
export function Readout({ map, at: { x, y }, values, over }: ReadoutProps) {
  const { toMap, metres } = frameOf(map)
  const own = toMap(x, y)
  const places = map.crs?.metresPerUnit === null ? 6 : 2
  const degrees = metres === null || !map.crs ? null : lonLatOf(map.crs, own)
  return (
    <p className="flex flex-wrap gap-x-4 text-xs/5 tabular-nums">
      {values.map((value) => (
        <span key={value} className="font-semibold">
          {value}
        </span>
      ))}
      {values.length > 0 && over > 1 && (
        <span className="text-muted">
          over {over} × {over} pixels
        </span>
      )}
      <span>
        {metres === null
          ? `Pixel ${Math.floor(own[0])}, ${Math.floor(own[1])}`
          : `${own[0].toFixed(places)}, ${own[1].toFixed(places)}`}
      </span>
      {degrees && (
        <span>
          {Math.abs(degrees[1]).toFixed(6)}° {degrees[1] < 0 ? 'S' : 'N'}, {Math.abs(degrees[0]).toFixed(6)}°{' '}
          {degrees[0] < 0 ? 'W' : 'E'}
        </span>
      )}
    </p>
  )
}

/** What is at a pixel, as people read it: the value in the ramp, and the colours of a picture. */
export function valuesText({ map, look }: ShownLayer, data: ArrayLike<number>): string[] {
  const value = valueOf(map, look, data)
  const isThere = (data[data.length - 1] ?? 0) > 0
  const colours = map.isPicture && isThere ? [`RGB ${Array.from(data).slice(0, 3).join(', ')}`] : []
  return value === undefined
    ? colours
    : [`${nameOfLook(map, look)} ${exactText(map, value, look.mode === 'index')}`, ...colours]
}

const exactText = ({ kind, sampleType, scalings }: ReadyMap, value: number, isIndex: boolean): string => {
  if (isIndex || kind === 'elevation') return value.toFixed(3)
  const isWhole = !sampleType?.startsWith('float') && !scalings?.some((scaling) => scaling)
  return !isWhole ? String(Number(value.toPrecision(7))) : String(value)
}

/** Pixels of the file, in a row, in one of the level that a screen shows. */
export function pixelsOver({ map, copy }: ShownLayer, resolution: number): number {
  const wanted = resolution / frameOf(map).pixel[0]
  const over = copy.levels.map(({ width }) => Math.round(map.width / width))
  return over.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best), 1)
}
