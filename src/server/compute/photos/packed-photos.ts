import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import type { FlightPhoto } from '#domain/flights.ts'

/** Takes a few milliseconds to read. */
const ROWS_PER_LINE = 500

/** Rows of photos in little space: lines of JSON, some hundred rows each, as gzip. */
export function packPhotos(photos: readonly FlightPhoto[]): Uint8Array {
  const lines: string[] = []
  for (let at = 0; at < photos.length; at += ROWS_PER_LINE)
    lines.push(JSON.stringify(photos.slice(at, at + ROWS_PER_LINE)))
  return gzipSync(lines.join('\n'))
}

/** Other work comes between two batches. */
export async function* unpackPhotos(packed: Uint8Array): AsyncGenerator<FlightPhoto[]> {
  const lines = createInterface({ input: Readable.from([packed]).pipe(createGunzip()) })
  for await (const line of lines) yield JSON.parse(line) as FlightPhoto[]
}
