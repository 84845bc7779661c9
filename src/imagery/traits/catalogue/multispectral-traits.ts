// Vegetation indices that need near infrared or red edge.
import { variablesOf } from './expression.ts'
import { B, G, minus, N, normalised, over, plus, R, RE, squared, times } from './terms.ts'
import type { Trait } from './trait.ts'

const MINUS_ONE_TO_ONE = [-1, 1] as const
const FROM_ZERO = [0, Number.POSITIVE_INFINITY] as const
const ANY = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const

const NDVI = normalised(N, R)
const NDRE = normalised(N, RE)
const NIR_MINUS_RED = minus(N, R)
const TWICE_NIR_AND_ONE = plus(times(2, N), 1)
const NOT_BETWEEN_CAMERAS = 'Cameras have their red edge at 717 to 740 nm: compare only maps of the same camera.'

type Usual = 'needs' | 'presupposes' | 'unit' | 'range' | 'window'

const index = (trait: Omit<Trait, Usual> & Partial<Pick<Trait, Usual>>): Trait => ({
  needs: variablesOf(trait.expression),
  presupposes: 'reflectance',
  unit: '1',
  range: ANY,
  window: null,
  ...trait,
})

/** Scale-free when all bands are in the same calibrated units. */
const ratio = (trait: Parameters<typeof index>[0]): Trait =>
  index({ presupposes: 'calibrated', range: MINUS_ONE_TO_ONE, ...trait })

const SIMPLE_RATIOS: readonly Trait[] = [
  ratio({
    id: 'NDVI',
    name: 'Normalised difference vegetation index',
    formula: '(N − R) / (N + R)',
    expression: NDVI,
    window: [0, 0.95],
    reference: 'Rouse 1974',
  }),
  ratio({
    id: 'GNDVI',
    name: 'Green NDVI',
    formula: '(N − G) / (N + G)',
    expression: normalised(N, G),
    window: [0, 0.85],
    reference: 'Gitelson 1996',
    doi: '10.1016/S0034-4257(96)00072-7',
  }),
  ratio({
    id: 'NDRE',
    name: 'Normalised difference red edge',
    formula: '(N − RE) / (N + RE)',
    expression: NDRE,
    window: [0, 0.5],
    reference: 'Gitelson and Merzlyak 1994',
    doi: '10.1016/1011-1344(93)06963-4',
    note: NOT_BETWEEN_CAMERAS,
  }),
  ratio({
    id: 'BNDVI',
    name: 'Blue NDVI',
    formula: '(N − B) / (N + B)',
    expression: normalised(N, B),
    reference: 'Wang 2007',
    doi: '10.1016/S1672-6308(07)60027-4',
  }),
  ratio({
    id: 'RENDVI',
    name: 'Red edge NDVI',
    formula: '(RE − R) / (RE + R)',
    expression: normalised(RE, R),
    window: [0, 0.8],
    reference: 'Gitelson and Merzlyak 1994',
    doi: '10.1016/1011-1344(93)06963-4',
    alsoKnownAs: 'VIRE',
    note: NOT_BETWEEN_CAMERAS,
  }),
  ratio({
    id: 'NDWI',
    name: 'Normalised difference water index',
    formula: '(G − N) / (G + N)',
    expression: normalised(G, N),
    reference: 'McFeeters 1996',
    doi: '10.1080/01431169608948714',
  }),
  ratio({
    id: 'WDRVI',
    name: 'Wide dynamic range vegetation index',
    formula: '(0.1N − R) / (0.1N + R)',
    expression: normalised(times(0.1, N), R),
    reference: 'Gitelson 2004',
    doi: '10.1078/0176-1617-01176',
    note: 'Its weight of near infrared is 0.1; some use 0.2.',
  }),
  ratio({
    id: 'SR',
    name: 'Simple ratio',
    formula: 'N / R',
    expression: over(N, R),
    range: FROM_ZERO,
    window: [1, 20],
    reference: 'Jordan 1969',
    alsoKnownAs: 'RVI',
  }),
  ratio({
    id: 'CIgreen',
    name: 'Chlorophyll index of green',
    formula: 'N / G − 1',
    expression: minus(over(N, G), 1),
    range: [-1, Number.POSITIVE_INFINITY],
    window: [0, 12],
    reference: 'Gitelson 2003',
    doi: '10.1078/0176-1617-00887',
  }),
  ratio({
    id: 'CIrededge',
    name: 'Chlorophyll index of red edge',
    formula: 'N / RE − 1',
    expression: minus(over(N, RE), 1),
    range: [-1, Number.POSITIVE_INFINITY],
    window: [0, 5],
    reference: 'Gitelson 2003',
    doi: '10.1078/0176-1617-00887',
    note: NOT_BETWEEN_CAMERAS,
  }),
  ratio({
    id: 'CVI',
    name: 'Chlorophyll vegetation index',
    formula: 'N R / G²',
    expression: over(times(N, R), squared(G)),
    range: FROM_ZERO,
    window: [0, 10],
    reference: 'Vincini 2008',
    doi: '10.1007/s11119-010-9204-3',
  }),
  ratio({
    id: 'MTCI',
    name: 'Terrestrial chlorophyll index',
    formula: '(N − RE) / (RE − R)',
    expression: over(minus(N, RE), minus(RE, R)),
    range: ANY,
    window: [0, 6],
    reference: 'Dash and Curran 2004',
    doi: '10.1080/0143116042000274015',
    note: 'Near infrared stands for the second red edge band of a satellite.',
  }),
  ratio({
    id: 'CCCI',
    name: 'Canopy chlorophyll content index',
    formula: 'NDRE / NDVI',
    expression: over(NDRE, NDVI),
    range: ANY,
    reference: 'Barnes 2000',
    note: 'The simplified form, which needs no limits of NDRE.',
  }),
  ratio({
    id: 'PSRI',
    name: 'Plant senescence reflectance index',
    formula: '(R − B) / RE',
    expression: over(minus(R, B), RE),
    range: ANY,
    window: [-0.2, 0.4],
    reference: 'Merzlyak 1999',
    doi: '10.1034/j.1399-3054.1999.106119.x',
    note: 'FIELDimageR has (R − G) / RE.',
  }),
]

const RED_EDGE_LESS_RED = minus(RE, R)
const RED_EDGE_LESS_GREEN = times(0.2, minus(RE, G))

const OF_REFLECTANCE: readonly Trait[] = [
  index({
    id: 'DVI',
    name: 'Difference vegetation index',
    formula: 'N − R',
    expression: NIR_MINUS_RED,
    range: MINUS_ONE_TO_ONE,
    reference: 'Tucker 1979',
    doi: '10.1016/0034-4257(79)90013-0',
    note: 'FIELDimageR has N − RE.',
  }),
  index({
    id: 'RDVI',
    name: 'Renormalised difference vegetation index',
    formula: '(N − R) / √(N + R)',
    expression: over(NIR_MINUS_RED, ['sqrt', plus(N, R)]),
    range: MINUS_ONE_TO_ONE,
    reference: 'Roujean and Breon 1995',
    doi: '10.1016/0034-4257(94)00114-3',
  }),
  index({
    id: 'SAVI',
    name: 'Soil-adjusted vegetation index',
    formula: '1.5 (N − R) / (N + R + 0.5)',
    expression: times(1.5, over(NIR_MINUS_RED, plus(plus(N, R), 0.5))),
    range: [-1.5, 1.5],
    window: [0, 0.9],
    reference: 'Huete 1988',
    doi: '10.1016/0034-4257(88)90106-X',
  }),
  index({
    id: 'OSAVI',
    name: 'Optimised soil-adjusted vegetation index',
    formula: '(N − R) / (N + R + 0.16)',
    expression: over(NIR_MINUS_RED, plus(plus(N, R), 0.16)),
    window: [0, 0.9],
    reference: 'Rondeaux 1996',
    doi: '10.1016/0034-4257(95)00186-7',
    note: 'Without the factor of 1.16 that the ratio TCARI / OSAVI has.',
  }),
  index({
    id: 'MSAVI',
    name: 'Modified soil-adjusted vegetation index',
    formula: '0.5 (2N + 1 − √((2N + 1)² − 8 (N − R)))',
    expression: times(
      0.5,
      minus(TWICE_NIR_AND_ONE, ['sqrt', minus(squared(TWICE_NIR_AND_ONE), times(8, NIR_MINUS_RED))]),
    ),
    window: [0, 0.9],
    reference: 'Qi 1994',
    doi: '10.1016/0034-4257(94)90134-1',
    alsoKnownAs: 'MSAVI2',
  }),
  index({
    id: 'EVI',
    name: 'Enhanced vegetation index',
    formula: '2.5 (N − R) / (N + 6R − 7.5B + 1)',
    expression: times(2.5, over(NIR_MINUS_RED, plus(minus(plus(N, times(6, R)), times(7.5, B)), 1))),
    window: [0, 1],
    clip: [-1, 1.5],
    reference: 'Huete 2002',
    doi: '10.1016/S0034-4257(96)00112-5',
  }),
  index({
    id: 'EVI2',
    name: 'Enhanced vegetation index of two bands',
    formula: '2.5 (N − R) / (N + 2.4R + 1)',
    expression: times(2.5, over(NIR_MINUS_RED, plus(plus(N, times(2.4, R)), 1))),
    window: [0, 1],
    reference: 'Jiang 2008',
    doi: '10.1016/j.rse.2008.06.006',
  }),
  index({
    id: 'MCARI',
    name: 'Modified chlorophyll absorption ratio index',
    formula: '((RE − R) − 0.2 (RE − G)) RE / R',
    expression: times(minus(RED_EDGE_LESS_RED, RED_EDGE_LESS_GREEN), over(RE, R)),
    window: [0, 1],
    reference: 'Daughtry 2000',
    doi: '10.1016/S0034-4257(00)00113-9',
    note: 'Made for 700, 670 and 550 nm.',
  }),
  index({
    id: 'MCARI2',
    name: 'Modified chlorophyll absorption ratio index 2',
    formula: '1.5 (2.5 (N − R) − 1.3 (N − G)) / √((2N + 1)² − (6N − 5√R) − 0.5)',
    expression: over(times(1.5, minus(times(2.5, NIR_MINUS_RED), times(1.3, minus(N, G)))), [
      'sqrt',
      minus(minus(squared(TWICE_NIR_AND_ONE), minus(times(6, N), times(5, ['sqrt', R]))), 0.5),
    ]),
    window: [0, 1],
    reference: 'Haboudane 2004',
    doi: '10.1016/j.rse.2003.12.013',
  }),
  index({
    id: 'TCARI',
    name: 'Transformed chlorophyll absorption ratio index',
    formula: '3 ((RE − R) − 0.2 (RE − G) RE / R)',
    expression: times(3, minus(RED_EDGE_LESS_RED, times(RED_EDGE_LESS_GREEN, over(RE, R)))),
    reference: 'Haboudane 2002',
    doi: '10.1016/S0034-4257(02)00018-4',
  }),
  index({
    id: 'ARI',
    name: 'Anthocyanin reflectance index',
    formula: '1 / G − 1 / RE',
    expression: minus(over(1, G), over(1, RE)),
    reference: 'Gitelson 2001',
  }),
  index({
    id: 'NIRv',
    name: 'Near-infrared reflectance of vegetation',
    formula: 'N (N − R) / (N + R)',
    expression: times(NDVI, N),
    range: MINUS_ONE_TO_ONE,
    window: [0, 0.6],
    reference: 'Badgley 2017',
    doi: '10.1126/sciadv.1602244',
  }),
]

export const MULTISPECTRAL_TRAITS: readonly Trait[] = [...SIMPLE_RATIOS, ...OF_REFLECTANCE]
