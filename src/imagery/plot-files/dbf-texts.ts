// In which code page the texts of a shapefile are: its .cpg file and the mark of its table say so, and both may be wrong.
import { type CodePage, codePageNamed, codePageNumbered } from '../text/code-pages.ts'
import { listed } from './listed.ts'

/** Marks of tables, by the numbers of code pages of DOS, Windows and Macintosh. 87 says only ‘that of Windows here’. */
const MARKS: readonly (readonly [page: number, ...marks: number[]])[] = [
  [437, 1, 9, 11, 13, 15, 17, 21, 24, 25, 27],
  [620, 105],
  [737, 106, 134],
  [850, 2, 10, 14, 16, 18, 20, 22, 26, 29, 37, 55],
  [852, 31, 34, 35, 64, 100, 135],
  [857, 107, 136],
  [860, 36],
  [861, 103],
  [863, 28, 108],
  [865, 8, 23, 102],
  [866, 38, 101],
  [874, 80, 124],
  [895, 104],
  [932, 19, 123],
  [936, 77, 122],
  [949, 78, 121],
  [950, 79, 120],
  [1250, 200],
  [1251, 201],
  [1252, 3, 88, 89],
  [1253, 203],
  [1254, 202],
  [1255, 125],
  [1256, 126],
  [1257, 204],
  [10_000, 4],
  [10_006, 152],
  [10_007, 150],
  [10_029, 151],
]
const WINDOWS = codePageNumbered(1252)
const UTF8 = codePageNumbered(65_001)
/** Characters that take three bytes and more: pairs of bytes can be characters of other pages by chance. */
const TWO_BYTES_MAX = '\u07ff'

export type DbfTexts = { decode: (bytes: Uint8Array) => string; notes: string[] }

/** `texts` are names and values as they stand in the table. */
export function readDbfTexts({ cpg, mark }: { cpg: string; mark: number }, texts: readonly Uint8Array[]): DbfTexts {
  const foreign = texts.filter((bytes) => bytes.some((byte) => byte > 127))
  const named = codePageNamed(cpg) ?? ofMark(Number(/^\s*ldid\/?(\d{1,3})\s*$/i.exec(cpg)?.[1]))
  const stated = named ?? ofMark(mark)
  const page = isUtf8(foreign, stated) ? UTF8 : (stated ?? WINDOWS)
  if (!page) return { decode: () => '', notes: [] }
  const decode = withoutCut(page)
  if (foreign.length === 0) return { decode, notes: [] }
  const examples = listed([...new Set(foreign.map((bytes) => decode(bytes).trim()))])
  return { decode, notes: noteOf({ page, stated, examples }) }
}

type Choice = { page: CodePage; stated: CodePage | undefined; examples: string }

function noteOf({ page, stated, examples }: Choice): string[] {
  if (examples.includes('\ufffd'))
    return [
      `Some texts are not in the code page that this shapefile names (${page.name}): ${examples}. Add a .cpg file with the name of the right one, or export it in UTF-8.`,
    ]
  if (page === UTF8 && stated && stated.name !== page.name)
    return [
      `This shapefile says that its texts are in ${stated.name}, but they are in UTF-8, and were read so: ${examples}.`,
    ]
  if (page === UTF8 || stated) return []
  return [
    `This shapefile does not say in which code page its texts are. They were read as ${page.name}: ${examples}. If letters are wrong, add a .cpg file with the name of the right one, or export it in UTF-8.`,
  ]
}

function ofMark(mark: number): CodePage | undefined {
  const [number] = MARKS.find(([, ...marks]) => marks.includes(mark)) ?? []
  return number === undefined ? undefined : codePageNumbered(number)
}

/** A character that was cut at the end of its field is left out. */
const withoutCut =
  (page: CodePage) =>
  (bytes: Uint8Array): string =>
    page.isMultiByte ? page.decode(bytes).replace(/\ufffd$/, '') : page.decode(bytes)

/** Text of other pages is hardly ever valid as UTF-8, unless a page has pairs of bytes, too, and all are pairs. */
function isUtf8(texts: readonly Uint8Array[], stated: CodePage | undefined): boolean {
  let [isWhole, isWide] = [false, false]
  for (const bytes of texts) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
      isWhole ||= [...text].some((char) => char > '\u007f')
      isWide ||= [...text].some((char) => char > TWO_BYTES_MAX)
    } catch {
      return false
    }
  }
  const arePairs = stated?.isMultiByte === true && stated.name !== 'utf-8' && !isWide
  return isWhole && !(arePairs && texts.every((bytes) => !stated.decode(bytes).includes('\ufffd')))
}
