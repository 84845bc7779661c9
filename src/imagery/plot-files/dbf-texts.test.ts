import { describe, expect, test } from 'vitest'
import { codePageNamed } from '../text/code-pages.ts'
import { preparePlots } from './prepare-plots.ts'
import { makeShapefile } from './testing/make-shapefile.ts'

const RING = [
  [0, 0],
  [0, 1e-5],
  [1e-5, 1e-5],
  [0, 0],
] as const

type Names = readonly (string | Uint8Array)[]
/** A shapefile whose plots have these genotypes, as it is shown. */
function shown(names: Names, about: { cpg?: string; mark?: number } = {}) {
  const shapes = names.map((genotype, at) => ({ rings: [RING], row: { plot_id: `P${at}`, genotype } }))
  const { geojson, notes } = preparePlots(makeShapefile({ a: { shapes, ...about } }), {
    fileName: 'a.zip',
    layer: null,
    epsg: 4326,
    isSwapped: null,
    roles: {},
    dayOrder: undefined,
    maps: [],
  })
  const { features } = geojson as unknown as { features: { properties: { genotype?: string } }[] }
  return { genotypes: features.map(({ properties }) => properties.genotype ?? ''), notes: notes.join(' ') }
}
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** Bytes as the codecs of Python write them. */
const PAGES: [text: string, hex: string, mark: number | null, cpg: string][] = [
  ['郑麦366', 'd6a3c2f3333636', 77, '936'],
  ['コシヒカリ', '835283568371834a838a', 19, 'SJIS'],
  ['Señorita', '5365a46f72697461', 2, 'OEM 850'],
  ['Señorita', '5365a46f72697461', 1, '437'],
  ['Žitňan', 'a66974e5616e', 100, 'IBM852'],
  ['國語', 'b0eabb79', 120, 'Big-5'],
  ['밀양23호', 'b9d0bee73233c8a3', 78, 'CP949'],
  ['Пшеница', '8fe8a5ada8e6a0', 101, 'cp866'],
  ['Ячмінь', 'f1decda6ced8', null, 'KOI8-U'],
  ['Kvæfjord', '4b7691666a6f7264', 102, '865'],
  ['Σιτάρι', '91a0abe1a8a0', 106, '737'],
  ['Σιτάρι', 'd3e9f4dcf1e9', 203, 'ANSI 1253'],
  ['Buğday', '4275a7646179', 107, '857'],
  ['Buğday', '4275f0646179', 202, 'windows-1254'],
  ['ข้าวหอม', 'a2e9d2c7cbcdc1', 80, 'TIS-620'],
  ['Pšenice', '509a656e696365', 200, '1250'],
  ['Kviečiai', '4b766965e8696169', 204, 'Windows-1257'],
  ['חיטה', 'e7e9e8e4', 125, '1255'],
  ['قمح', 'dee3cd', 126, '1256'],
  ['Öl', '856c', 4, 'MACINTOSH'],
  ['Pšenice', '50e4656e696365', 151, '10029'],
  ['Σιτάρι', 'aae9f4c0f2e9', 152, '10006'],
  ['Пшеница', '8ff8e5ede8f6e0', 150, 'x-mac-cyrillic'],
  ['Blé', '426c82', 108, '863'],
  ['Þór', '8da272', 103, '861'],
  ['Maçã', '4d618784', 36, '860'],
  ['Rukkilill õ', '52756b6b696c696c6c20f5', null, '8859-15'],
  ['Blé €', '426c8220d5', null, '858'],
  ['Mažoji', '4d61d86f6a69', null, '775'],
  ['Жито', 'eab7e5d6', null, 'CP-855'],
]

test.each(PAGES.filter(([, , mark]) => mark !== null))(
  '%s of %s is read by the mark of the table, %i',
  (text, hex, mark) => {
    expect(shown([bytes(hex)], { mark: mark ?? 0 })).toEqual({ genotypes: [text], notes: '' })
  },
)

test.each(PAGES.map(([text, hex, , cpg]) => [text, hex, cpg] as const))(
  '%s of %s is read by a .cpg file that says %s, whatever the mark',
  (text, hex, cpg) => {
    expect(shown([bytes(hex)], { cpg, mark: 3 })).toEqual({ genotypes: [text], notes: '' })
  },
)

test.each([
  ['ANSI 1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['Windows-1252', 'windows-1252'],
  ['UTF8', 'utf-8'],
  ['65001', 'utf-8'],
  ['88591', 'windows-1252'],
  ['ISO-8859-2', 'iso-8859-2'],
  ['ISO 8859-15', 'iso-8859-15'],
  ['28592', 'iso-8859-2'],
  ['GB2312', 'gbk'],
  ['GB 18030', 'gb18030'],
  ['54936', 'gb18030'],
  ['Shift-JIS', 'shift_jis'],
  ['MS932', 'shift_jis'],
  ['EUC-KR', 'euc-kr'],
  ['Big5', 'big5'],
  ['macroman', 'macintosh'],
  ['<!DOCTYPE html>', undefined],
  ['', undefined],
])('%s is the code page %s', (name, page) => {
  expect(codePageNamed(name)?.name).toBe(page)
})

describe('texts in UTF-8', () => {
  test('are read so whatever the file says, which is named', () => {
    expect(shown(['Ähre', 'Señorita'], { cpg: '1252' })).toEqual({
      genotypes: ['Ähre', 'Señorita'],
      notes:
        'This shapefile says that its texts are in windows-1252, but they are in UTF-8, and were read so: ‘Ähre’, ‘Señorita’.',
    })
    expect(shown(['郑麦366'], { mark: 77 }).genotypes).toEqual(['郑麦366'])
  })

  test('need no word where nothing else is said: no .cpg file, a page that failed to load in its place, the mark of any Windows', () => {
    for (const about of [{}, { mark: 0x57 }, { cpg: '<!DOCTYPE html><title>404</title>' }, { cpg: 'UTF-8' }])
      expect(shown(['Ähre'], about)).toEqual({ genotypes: ['Ähre'], notes: '' })
  })

  test('lose a letter that was cut at the end of its field, and no other', () => {
    expect(shown([bytes(`${'61'.repeat(19)}c3`), 'Ähre'])).toEqual({ genotypes: ['a'.repeat(19), 'Ähre'], notes: '' })
    expect(shown([bytes(`${'61'.repeat(19)}d6`)], { cpg: '936' }).genotypes).toEqual(['a'.repeat(19)])
  })
})

test('pairs of bytes that are letters of the stated page are not taken for UTF-8', () => {
  // Python: bytes.fromhex('c3a4c3bc').decode('gbk') is 盲眉; in UTF-8 it is äü.
  expect(shown([bytes('c3a4c3bc')], { cpg: '936' })).toEqual({ genotypes: ['盲眉'], notes: '' })
  expect(shown([bytes('c3a4c3bc')], { cpg: '1252' }).genotypes).toEqual(['äü'])
})

test.each([
  ['no code page', {}],
  ['the mark of any Windows', { mark: 0x57 }],
  ['a code page that nobody knows', { cpg: 'CP99999' }],
])('of a shapefile with %s, letters are a guess that is named', (_what, about) => {
  const { genotypes, notes } = shown([bytes('c4687265')], about)
  expect(genotypes).toEqual(['Ähre'])
  expect(notes).toContain('does not say in which code page its texts are. They were read as windows-1252: ‘Ähre’.')
  expect(shown(['plain'], about).notes).toBe('')
})

test('bytes that the stated page does not have are named', () => {
  expect(shown([bytes('ff61')], { cpg: '932' }).notes).toContain(
    'Some texts are not in the code page that this shapefile names (shift_jis)',
  )
})
