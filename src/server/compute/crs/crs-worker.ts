import { defineThreadWork } from '../thread-work.ts'
import { crsOfWkt } from './crs-of-wkt.ts'

type Described = { epsg: number | null; name: string }

/** The system that a text describes. On a thread: the registry takes a second to read. */
export const work = defineThreadWork(async ({ wkt }: { wkt: string }): Promise<Described | null> => {
  const crs = crsOfWkt(wkt)
  return crs && { epsg: crs.epsg, name: crs.name }
})
