import { type MeasuredShift, noShift } from '#domain/shifts.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { type MapToCompare, measureShift } from '#imagery/shifts/measure-shift.ts'
import { layerOf, openMap, type PlacedBytes } from '#imagery/traits/on-maps/open-map.ts'
import { codecs } from '../rasters/raster-codecs.ts'
import { defineThreadWork } from '../thread-work.ts'

type ShiftSource = { reference: PlacedBytes; flight: PlacedBytes }

/** How far the map of a flight lies from the reference. */
export const work = defineThreadWork(
  async ({ reference, flight }: ShiftSource, readRange, report): Promise<MeasuredShift> => {
    let fileName = ''
    const open = async (map: PlacedBytes): Promise<MapToCompare> => {
      ;({ fileName } = map)
      const { transform, crs, gsdCm } = map.facts
      if (!transform || !crs || gsdCm === null) throw new Error('The map has no place')
      return { layer: layerOf(await openMap(map, { readRange, codecs })), transform, crs, gsdMetres: gsdCm / 100 }
    }
    try {
      return await measureShift({ reference: await open(reference), flight: await open(flight) }, report)
    } catch (error) {
      if (error instanceof UnreadableRaster) return noShift(`${fileName} can’t be read. ${error.message}`)
      throw error
    }
  },
)
