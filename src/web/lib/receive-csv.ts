import { MiB } from '#domain/units.ts'
import { ApiError } from './api-error.ts'

const PIECE_BYTES = MiB(1)
const [QUOTE, LINE_END] = [0x22, 0x0a]

/** Counts the rows of a CSV file while it is received. Quoted cells may contain line breaks. */
export function createLineCount(): (bytes: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_END && !isQuoted) lines += 1
    }
    return lines
  }
}

/** Receives a CSV file and reports the number of its rows. The browser may store the chunks on disk. */
export async function receiveCsv(response: Response, onRows: (rows: number) => void): Promise<Blob> {
  const count = createLineCount()
  const pieces: Blob[] = []
  let latest: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const keep = () => {
    pieces.push(new Blob(latest))
    latest = []
    bytes = 0
  }
  const reader = response.body?.getReader()
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      latest.push(read.value)
      bytes += read.value.length
      if (bytes >= PIECE_BYTES) keep()
      onRows(Math.max(0, count(read.value) - 1))
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0)
  }
  keep()
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' })
}
