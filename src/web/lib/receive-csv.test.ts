import { describe, expect, it } from 'vitest'
import { csvLine } from '#domain/csv.ts'
import { ApiError } from './api-error.ts'
import { receiveCsv } from './receive-csv.ts'

const file = [
  ['Name', 'Words'],
  ['Ann', 'two\r\nlines, and "quotes"\n'],
  ['Bo', '"'],
]
  .map(csvLine)
  .join('')

const inPieces = (text: string, bytes: number, end: (to: ReadableStreamDefaultController) => void) => {
  const all = new TextEncoder().encode(text)
  return new Response(
    new ReadableStream({
      start: (to) => {
        for (let at = 0; at < all.length; at += bytes) to.enqueue(all.slice(at, at + bytes))
        end(to)
      },
    }),
  )
}

describe('a CSV file that is received', () => {
  it.each([1, 2, 7, 1000])('is complete, and its rows are counted in chunks of %i bytes', async (bytes) => {
    const told: number[] = []
    const blob = await receiveCsv(
      inPieces(file, bytes, (to) => to.close()),
      (rows) => told.push(rows),
    )
    expect(await blob.text()).toBe(file)
    expect(told.at(-1)).toBe(2)
  })

  it('is rejected when it is interrupted', async () => {
    const broken = inPieces(file, 7, (to) => to.error(new TypeError('network error')))
    await expect(receiveCsv(broken, () => undefined)).rejects.toBeInstanceOf(ApiError)
  })
})
