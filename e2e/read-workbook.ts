import { strFromU8, unzipSync } from 'fflate'

/** The cells of a sheet, counted from 1, of a workbook whose texts stand in their cells. */
export function readSheet(bytes: Uint8Array, number: number): string[][] {
  const sheet = strFromU8(unzipSync(bytes)[`xl/worksheets/sheet${number}.xml`] ?? new Uint8Array())
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) => {
    const cells: string[] = []
    for (const [, letters = '', content = ''] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/g))
      cells[columnOf(letters)] = content.replaceAll(/<[^>]*>/g, '')
    return Array.from(cells, (text) => text ?? '')
  })
}

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
