import { expect, test } from 'vitest'
import { readDbf } from './dbf.ts'

type Field = readonly [name: string, type: string, length: number]

/** As dBase III writes it. */
function table(fields: readonly Field[], rows: readonly (readonly string[])[]): Uint8Array {
  const start = 33 + 32 * fields.length
  const head = Buffer.alloc(start)
  head[0] = 3
  head.writeUInt32LE(rows.length, 4)
  head.writeUInt16LE(start, 8)
  head.writeUInt16LE(
    fields.reduce((sum, [, , length]) => sum + length, 1),
    10,
  )
  for (const [at, [name, type, length]] of fields.entries()) {
    head.write(name + '\0'.repeat(11 - name.length) + type, 32 + 32 * at, 'latin1')
    head[32 + 32 * at + 16] = length
  }
  head[start - 1] = 0x0d
  const lines = rows.map((row) => ` ${row.map((cell, at) => cell.padEnd(fields[at]?.[2] ?? 0)).join('')}`)
  return Buffer.concat([head, Buffer.from(lines.join(''), 'latin1')])
}

test('what stands where nothing is known is no value: zeros of a date, stars of a number, a mark of a truth', () => {
  const fields = [
    ['SOWN', 'D', 8],
    ['YIELD', 'N', 6],
    ['OK', 'L', 1],
  ] as const
  expect(
    readDbf(
      table(fields, [
        ['20260512', '4.5', 'T'],
        ['00000000', '******', '?'],
      ]),
      '',
    ).rows,
  ).toEqual([
    { SOWN: '2026-05-12', YIELD: 4.5, OK: 'T' },
    { SOWN: null, YIELD: null, OK: null },
  ])
})

test('fields of the same name are all kept, under the names that GDAL gives them', () => {
  const fields = ['VAL', 'VAL', 'VAL2', 'VAL'].map((name): Field => [name, 'N', 1])
  expect(readDbf(table(fields, [['1', '2', '3', '4']]), '').rows).toEqual([{ VAL: 1, VAL3: 2, VAL2: 3, VAL4: 4 }])
})
