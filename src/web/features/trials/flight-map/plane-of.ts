import type { Crs } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { convertBetween } from '#imagery/rasters/crs.ts'
import { convertShifted } from '#imagery/shifts/convert-shifted.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf, type MapFrame } from '#web/lib/raster-map/map-frame.ts'

export type PlacedMap = ReadyMap & { crs: NonNullable<ReadyMap['crs']> }

export const hasPlace = (map: ReadyMap): map is PlacedMap => map.crs !== null && frameOf(map).metres !== null

/** Between coordinates of a field, such as metres of its UTM zone, and the plane in which a map is drawn. */
export type FieldPlane = {
  frame: MapFrame
  toPlane: (position: Position) => Position
  fromPlane: (position: Position) => Position
}

/** With a shift, by which plots lie further on the map. */
export function planeOf(map: PlacedMap, crs: Crs, shift: Shift | null): FieldPlane {
  const frame = frameOf(map)
  const isSame = map.crs.epsg === crs.epsg
  const [toMap, fromMap] = shift
    ? [convertShifted(crs, map.crs, shift), convertShifted(map.crs, crs, opposite(shift))]
    : isSame
      ? [same, same]
      : [convertBetween(crs, map.crs), convertBetween(map.crs, crs)]
  return {
    frame,
    toPlane: (at) => frame.fromMap(...toMap(at)),
    fromPlane: (at) => fromMap(frame.toMap(...at)),
  }
}

const opposite = ({ eastMetres, northMetres }: Shift): Shift => ({ eastMetres: -eastMetres, northMetres: -northMetres })

const same = ([x, y]: Position): [number, number] => [x, y]
