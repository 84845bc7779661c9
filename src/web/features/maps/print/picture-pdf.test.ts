import { expect, test } from 'vitest'
import { pictureAsPdf } from './picture-pdf.ts'

const latin = new TextDecoder('latin1')

test('a document has its table at the place it names, every object where the table says, and the picture unchanged', () => {
  const jpeg = Uint8Array.from({ length: 300 }, (_, at) => at % 256)
  const bytes = pictureAsPdf({ jpeg, width: 2339, height: 1654, title: 'Feld „Süd“' })
  const text = latin.decode(bytes)
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  expect(text.slice(start, start + 5)).toBe('xref\n')
  const offsets = Array.from(text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm), ([, offset]) => Number(offset))
  expect(offsets).toHaveLength(6)
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  const at = text.indexOf('stream\n', text.indexOf('/DCTDecode')) + 'stream\n'.length
  expect(bytes.subarray(at, at + jpeg.length)).toEqual(jpeg)
  expect(text).toContain('/Length 300 >>')
  expect(text).toContain('/Title <FEFF00460065006C00640020201E005300FC0064201C>')
})
