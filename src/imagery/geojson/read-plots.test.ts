import { expect, test } from 'vitest'
import type { MultiPolygon, Position } from '#domain/trials.ts'
import { readPlots } from './read-plots.ts'

const WGS84 = { epsg: 4326, name: 'WGS 84', proj4: '+proj=longlat +datum=WGS84 +no_defs', metresPerUnit: null }
const UTM15 = { epsg: 32615, name: 'UTM 15', proj4: '+proj=utm +zone=15 +datum=WGS84 +units=m', metresPerUnit: 1 }
const crsOfEpsg = (epsg: number) => [WGS84, UTM15].find((crs) => crs.epsg === epsg) ?? null

const SQUARE: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
]
const small = (x: number, y: number): Position[] => [
  [x, y],
  [x + 1, y],
  [x + 1, y + 1],
  [x, y + 1],
]
const read = (features: readonly unknown[], more: object = {}) =>
  readPlots({ type: 'FeatureCollection', features, ...more }, { plotIdProperty: undefined, crsOfEpsg })
const feature = (geometry: unknown, properties: unknown = { plot_id: '7' }) => ({
  type: 'Feature',
  properties,
  geometry,
})
const parts = (coordinates: unknown) => feature({ type: 'MultiPolygon', coordinates })

test.each<[string, MultiPolygon]>([
  ['a square', [[SQUARE]]],
  [
    'one with a point on an edge',
    [
      [
        [
          [0, 0],
          [2, 0],
          [4, 0],
          [4, 4],
        ],
      ],
    ],
  ],
  ['one with a hole', [[SQUARE, small(1, 1)]]],
  ['two parts', [[SQUARE], [small(9, 9)]]],
  [
    'a part in the hole of another',
    [
      [
        SQUARE,
        [
          [0.5, 0.5],
          [3.5, 0.5],
          [3.5, 3.5],
          [0.5, 3.5],
        ],
      ],
      [small(1, 1)],
    ],
  ],
])('%s is a plot', (_what, coordinates) => {
  const [plot] = read([parts(coordinates)]).plots
  expect(plot?.geometry.map((rings) => rings.length)).toEqual(coordinates.map((rings) => rings.length))
})

test.each<[string, unknown, string]>([
  ['an empty ring', [[[]]], 'is empty'],
  [
    'a line',
    [
      [
        [
          [0, 0],
          [4, 0],
          [0, 0],
        ],
      ],
    ],
    'is empty',
  ],
  [
    'points on a line',
    [
      [
        [
          [0, 0],
          [4, 4],
          [2, 2],
        ],
      ],
    ],
    'crosses or touches itself',
  ],
  [
    'a bow tie',
    [
      [
        [
          [0, 0],
          [4, 4],
          [4, 0],
          [0, 4],
        ],
      ],
    ],
    'crosses or touches itself',
  ],
  [
    'a point twice',
    [
      [
        [
          [0, 0],
          [4, 0],
          [2, 2],
          [4, 4],
          [0, 4],
          [2, 2],
        ],
      ],
    ],
    'crosses or touches itself',
  ],
  ['a hole across its edge', [[SQUARE, small(3.5, 1)]], 'crosses or touches itself'],
  ['a hole elsewhere', [[SQUARE, small(9, 9)]], 'has a hole outside of it'],
  [
    'a hole in a hole',
    [
      [
        SQUARE,
        [
          [0.5, 0.5],
          [3.5, 0.5],
          [3.5, 3.5],
          [0.5, 3.5],
        ],
        small(1, 1),
      ],
    ],
    'has a hole outside of it',
  ],
  ['the same part twice', [[SQUARE], [SQUARE]], 'has parts that overlap or touch'],
  ['parts that overlap', [[SQUARE], [small(3.5, 1)]], 'has parts that overlap or touch'],
  ['a part within another', [[SQUARE], [small(1, 1)]], 'has parts that overlap or touch'],
  [
    'not a number',
    [
      [
        [
          [0, 0],
          [4, null],
          [4, 4],
        ],
      ],
    ],
    'no numbers as coordinates',
  ],
  [
    'a number beyond all',
    [
      [
        [
          [0, 0],
          [4, Infinity],
          [4, 4],
        ],
      ],
    ],
    'no numbers as coordinates',
  ],
  ['numbers in place of points', [[0, 0, 4, 4]], 'not those of a polygon'],
  [
    'a ring around the Earth',
    [
      [
        [
          [179.999, 1],
          [-179.999, 1],
          [-179.999, 1.001],
          [179.999, 1.001],
        ],
      ],
    ],
    '180th meridian',
  ],
  ['too many points', [[Array.from({ length: 1001 }, (_, at): Position => [at, at * at])]], 'more than 1,000 points'],
])('%s is refused with the name of the plot', (_what, coordinates, words) => {
  expect(() => read([parts(coordinates)])).toThrow(words)
  expect(() => read([parts(coordinates)])).toThrow(/plot 7/i)
})

test('a plot on both sides of the 180th meridian may be cut there', () => {
  const [west, east] = [
    [
      [179.999, 1],
      [180, 1],
      [180, 1.001],
      [179.999, 1.001],
    ],
    [
      [-180, 1],
      [-179.999, 1],
      [-179.999, 1.001],
      [-180, 1.001],
    ],
  ]
  expect(read([parts([[west], [east]])]).plots[0]?.geometry).toHaveLength(2)
  const metres = { crs: { type: 'name', properties: { name: 'EPSG:32615' } } }
  expect(
    read(
      [
        parts([
          [
            [
              [0, 0],
              [500, 0],
              [500, 500],
              [0, 500],
            ],
          ],
        ]),
      ],
      metres,
    ).plots,
  ).toHaveLength(1)
})

test.each([
  'http://www.opengis.net/def/crs/EPSG/0/32615',
  'EPSG:32615',
  'urn:ogc:def:crs:EPSG::32615',
  'urn:ogc:def:crs:EPSG:9.8:32615',
  'epsg:32615',
])('%s is zone 15, not another system whose code is a part of it', (name) => {
  const { crs } = read([parts([[SQUARE]])], { crs: { type: 'name', properties: { name } } })
  expect(crs.epsg).toBe(32615)
})

test('a third coordinate is left out, and so are properties that say nothing of plots, whatever their size', () => {
  const heights = SQUARE.map(([x, y]) => [x, y, 351.2])
  const properties = { plot_id: '7', genotype: 'MN0095', notes: 'x'.repeat(100_000), list: [1, { deep: true }] }
  const { plots } = read([feature({ type: 'Polygon', coordinates: [heights] }, properties)])
  expect(plots).toEqual([
    { number: 1, plotId: '7', geometry: [[[...SQUARE, [0, 0]]]], attributes: { genotype: 'MN0095' } },
  ])
  const long = { plot_id: '7', genotype: 'x'.repeat(100_000) }
  expect(() => read([feature({ type: 'Polygon', coordinates: [SQUARE] }, long)])).toThrow(
    'The genotype of plot 7 is too long.',
  )
  expect(() => read([feature({ type: 'Polygon', coordinates: [SQUARE] }, { plot: 'x'.repeat(100_000) })])).toThrow(
    'longer than 100 characters',
  )
})

test('a curved outline is refused; what is no outline is left out, and named where nothing else is there', () => {
  expect(() => read([feature({ type: 'CurvePolygon' })])).toThrow('Plot 7 is a CurvePolygon')
  const others = [
    null,
    { type: 'LineString', coordinates: SQUARE },
    { type: 'GeometryCollection', geometries: [] },
    { type: 'MultiPolygon', coordinates: [] },
  ].map((geometry, at) => feature(geometry, { plot_id: `${at}` }))
  expect(() => read(others)).toThrow('these are none: 3 rows without a shape: 0, 2, 3; 1 line: 1.')
  const square = feature({ type: 'Polygon', coordinates: [SQUARE] }, {})
  const { plots, leftOut } = read([...others, square])
  expect(plots.map(({ number, plotId }) => [number, plotId])).toEqual([[1, '1']])
  expect(leftOut.map(({ name }) => name)).toEqual(['0', '1', '2', '3'])
})

test('properties may be missing; entries that are no features are named by their number', () => {
  expect(read([feature({ type: 'Polygon', coordinates: [SQUARE] }, null)]).plots[0]?.plotId).toBe('1')
  expect(() => read([null])).toThrow('Entry 1 of the file is not a feature')
})

test('100,000 plots are refused by their number', () => {
  expect(() => read(Array.from({ length: 100_000 }, () => parts([[SQUARE]])))).toThrow(
    'These are 100,000 plots. A trial has at most 20,000.',
  )
})
