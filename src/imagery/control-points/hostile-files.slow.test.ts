import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recognise } from './recognise.ts'

const NAMES = [
  'gcp_list.txt',
  'gcp.csv',
  'a.MRK',
  'gcp.xlsx',
  'gcp.xml',
  'a.p4d',
  'gcp.kml',
  'gcp.kmz',
  'gcp.geojson',
  'gcp.gpkg',
]
const bytesOf = (text: string) => new TextEncoder().encode(text)
const FOUR_MB = 4 * 1024 * 1024

test.each([
  ['one line', 'EPSG:4326\n' + '1,'.repeat(FOUR_MB / 2)],
  ['a million rows', '1 2\n'.repeat(FOUR_MB / 4)],
  ['a million rows of points', 'EPSG:4326\n' + '1 2 3 4 5 a.jpg\n'.repeat(FOUR_MB / 17)],
  ['line ends alone', '\r'.repeat(FOUR_MB)],
  ['spaces', `EPSG:4326\n${' '.repeat(FOUR_MB)}a.jpg`],
  ['a quote that never ends', `"${'a;b;c\n'.repeat(FOUR_MB / 6)}`],
  ['numbers that are none', 'EPSG:4326\nNaN NaN NaN NaN NaN a.jpg\n1e999 1 1 1 1 a.jpg\n'],
  ['a system without an end', `+proj=${'a'.repeat(FOUR_MB)}`],
  ['brackets', '['.repeat(FOUR_MB)],
  ['elements in elements', '<a>'.repeat(FOUR_MB / 3)],
  [
    'entities',
    `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}"><!ENTITY d "${'&b;'.repeat(10_000)}">]><document>&d;&d;</document>`,
  ],
  ['many marks', `<image path="a.jpg">${'<gcp label="A" x="1" y="1"/>'.repeat(FOUR_MB / 28)}`],
  ['names of the language', 'EPSG:4326\n1 2 3 4 5 a.jpg __proto__\n<constructor id="1"/>'],
])('%s is read or not, whatever its name says', (_, text) => {
  for (const name of ['gcp.csv', 'gcp.xml', 'gcp.kml', 'gcp.geojson', 'gcp.xlsx']) {
    const found = recognise({ name, bytes: bytesOf(text) })
    for (const { x, y } of found?.points ?? []) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
    expect((found?.marks.length ?? 0) <= 50_001).toBe(true)
  }
})

const WORDS = [
  'EPSG:4326',
  'WGS84 UTM 32N',
  '+proj=utm',
  '+zone=99',
  '#Label',
  'lat',
  'lon',
  'easting',
  'northing',
  'z (ft)',
  'a.jpg',
  'A',
  '10.5',
  '51,5',
  `51°30'N`,
  'NaN',
  '1e400',
  '50,Q',
  '10.5,Lon',
  '[2000]',
  'GEOGCS["',
  '"',
  '',
  '__proto__',
  '<marker id="0">',
  '<location camera_id="0" x="1" y="2"/>',
  '<reference x="1" y="1"/>',
  '<coordinates>',
  '<Placemark>',
  '{"type":"FeatureCollection","features":[',
  '{"geometry":{"type":"Point","coordinates":[1,null]}}',
  ']}',
]
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 12 }))
const line = fc
  .tuple(fc.array(word, { maxLength: 8 }), fc.constantFrom(' ', ',', ';', '\t'))
  .map(([words, by]) => words.join(by))
const content = fc.oneof(
  fc.array(line, { maxLength: 12 }).map((lines) => bytesOf(lines.join('\n'))),
  fc.uint8Array({ maxLength: 400 }),
)

test('no content makes reading fail', () =>
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), content, (name, bytes) => {
      const found = recognise({ name, bytes })
      for (const { x, y } of found?.points ?? []) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
    }),
    { numRuns: 3000 },
  ))
