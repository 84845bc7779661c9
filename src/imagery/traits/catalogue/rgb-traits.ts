// Vegetation indices of red, green and blue.
import { type Expression, variablesOf } from './expression.ts'
import { B, G, minus, normalised, over, plus, R, SUM, squared, times } from './terms.ts'
import type { Trait } from './trait.ts'

const MINUS_ONE_TO_ONE = [-1, 1] as const
const FROM_ZERO = [0, Number.POSITIVE_INFINITY] as const
const EIGHT_BIT = [0, 255] as const

const TWICE_GREEN = times(2, G)
const EXG = over(minus(minus(TWICE_GREEN, R), B), SUM)
const GREEN_MINUS_RED = minus(G, R)
const BLUE_RED = times(B, R)

type Usual = 'needs' | 'presupposes' | 'unit' | 'range' | 'window'

/** A ratio without a unit, from -1 to 1, for any numbers of a camera, unless it says otherwise. */
const ratio = (trait: Omit<Trait, Usual> & Partial<Pick<Trait, Usual>> & { expression: Expression }): Trait => ({
  needs: variablesOf(trait.expression),
  presupposes: 'any',
  unit: '1',
  range: MINUS_ONE_TO_ONE,
  window: null,
  ...trait,
})

const share = (id: string, name: string, band: typeof R | typeof G | typeof B): Trait =>
  ratio({
    id,
    name: `${name} chromatic coordinate`,
    formula: id.slice(0, 1).toLowerCase(),
    expression: over(band, SUM),
    range: [0, 1],
    window: [0.3, 0.5],
    reference: 'Gillespie 1987',
    doi: '10.1016/0034-4257(87)90088-5',
  })

export const EXG_TRAIT = ratio({
  id: 'ExG',
  name: 'Excess green',
  formula: '2g − r − b',
  expression: EXG,
  range: [-1, 2],
  window: [-0.05, 0.6],
  reference: 'Woebbecke 1995',
  doi: '10.13031/2013.27838',
})

export const EXGR_TRAIT = ratio({
  id: 'ExGR',
  name: 'Excess green minus excess red',
  formula: '3g − 2.4r − b',
  expression: over(minus(minus(times(3, G), times(2.4, R)), B), SUM),
  range: [-2.4, 3],
  window: [-0.4, 0.8],
  reference: 'Meyer and Neto 2008',
  doi: '10.1016/j.compag.2008.03.009',
})

export const BRIGHTNESS_TRAIT = ratio({
  id: 'BI',
  name: 'Brightness index',
  formula: '√((R² + G² + B²) / 3)',
  expression: ['sqrt', over(plus(plus(squared(R), squared(G)), squared(B)), 3)],
  presupposes: '8-bit',
  unit: 'digital numbers',
  range: EIGHT_BIT,
  reference: 'Richardson and Wiegand 1977',
})

export const RGB_TRAITS: readonly Trait[] = [
  EXG_TRAIT,
  ratio({
    id: 'ExR',
    name: 'Excess red',
    formula: '1.4r − g',
    expression: over(minus(times(1.4, R), G), SUM),
    range: [-1, 1.4],
    window: [-0.1, 0.4],
    reference: 'Meyer and Neto 2008',
    doi: '10.1016/j.compag.2008.03.009',
    note: 'Meyer 1998 has 1.3r − g.',
  }),
  EXGR_TRAIT,
  share('GCC', 'Green', G),
  share('RCC', 'Red', R),
  share('BCC', 'Blue', B),
  ratio({
    id: 'NGRDI',
    name: 'Normalised green-red difference',
    formula: '(G − R) / (G + R)',
    expression: normalised(G, R),
    window: [-0.15, 0.35],
    reference: 'Tucker 1979',
    doi: '10.1016/0034-4257(79)90013-0',
    alsoKnownAs: 'VIG, MPRI, GRVI',
  }),
  ratio({
    id: 'GLI',
    name: 'Green leaf index',
    formula: '(2G − R − B) / (2G + R + B)',
    expression: over(minus(minus(TWICE_GREEN, R), B), plus(plus(TWICE_GREEN, R), B)),
    window: [-0.05, 0.4],
    reference: 'Louhaichi 2001',
    doi: '10.1080/10106040108542184',
  }),
  ratio({
    id: 'VARI',
    name: 'Visible atmospherically resistant index',
    formula: '(G − R) / (G + R − B)',
    expression: over(GREEN_MINUS_RED, minus(plus(G, R), B)),
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    window: [-0.2, 0.6],
    clip: MINUS_ONE_TO_ONE,
    isUnstable: true,
    reference: 'Gitelson 2002',
    doi: '10.1016/S0034-4257(01)00289-9',
  }),
  ratio({
    id: 'MGRVI',
    name: 'Modified green-red vegetation index',
    formula: '(G² − R²) / (G² + R²)',
    expression: normalised(squared(G), squared(R)),
    window: [-0.3, 0.6],
    reference: 'Bendig 2015',
    doi: '10.1016/j.jag.2015.02.012',
  }),
  ratio({
    id: 'RGBVI',
    name: 'Red-green-blue vegetation index',
    formula: '(G² − BR) / (G² + BR)',
    expression: normalised(squared(G), BLUE_RED),
    window: [-0.1, 0.7],
    reference: 'Bendig 2015',
    doi: '10.1016/j.jag.2015.02.012',
  }),
  ratio({
    id: 'NGBDI',
    name: 'Normalised green-blue difference',
    formula: '(G − B) / (G + B)',
    expression: normalised(G, B),
    window: [0, 0.6],
    reference: 'Sulik and Long 2016',
    doi: '10.1016/j.rse.2016.06.016',
    alsoKnownAs: 'NDYI',
  }),
  ratio({
    id: 'TGI',
    name: 'Triangular greenness index',
    formula: '−0.5 (190 (R − G) − 120 (R − B))',
    expression: times(-0.5, minus(times(190, minus(R, G)), times(120, minus(R, B)))),
    presupposes: 'reflectance',
    range: [-60, 95],
    window: [-2, 12],
    reference: 'Hunt 2013',
    doi: '10.1016/j.jag.2012.07.020',
    note: 'Wavelengths of 670, 550 and 480 nm.',
  }),
  ratio({
    id: 'TGI_dn',
    name: 'Triangular greenness index of digital numbers',
    formula: 'G − 0.39R − 0.61B',
    expression: minus(minus(G, times(0.39, R)), times(0.61, B)),
    presupposes: '8-bit',
    unit: 'digital numbers',
    range: [-255, 255],
    window: [0, 60],
    reference: 'Hunt 2013',
    doi: '10.1016/j.jag.2012.07.020',
    note: 'Depends on the camera and its exposure: compare within a flight only.',
  }),
  ratio({
    id: 'BGI',
    name: 'Blue-green index',
    formula: 'B / G',
    expression: over(B, G),
    range: FROM_ZERO,
    window: [0.4, 1],
    reference: 'Zarco-Tejada 2005',
  }),
  ratio({
    id: 'SCI',
    name: 'Soil colour index',
    formula: '(R − G) / (R + G)',
    expression: normalised(R, G),
    reference: 'Mathieu 1998',
    alsoKnownAs: 'RI',
  }),
  ratio({
    id: 'SI',
    name: 'Saturation index',
    formula: '(R − B) / (R + B)',
    expression: normalised(R, B),
    reference: 'Escadafal 1994',
    alsoKnownAs: 'IKAW',
  }),
  ratio({
    id: 'HI',
    name: 'Primary colours hue index',
    formula: '(2R − G − B) / (G − B)',
    expression: over(minus(minus(times(2, R), G), B), minus(G, B)),
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    clip: [-5, 5],
    isUnstable: true,
    reference: 'Escadafal 1994',
  }),
  BRIGHTNESS_TRAIT,
  ratio({
    id: 'CIVE',
    name: 'Colour index of vegetation extraction',
    formula: '0.441R − 0.811G + 0.385B + 18.787',
    expression: plus(plus(minus(times(0.441, R), times(0.811, G)), times(0.385, B)), 18.787),
    presupposes: '8-bit',
    unit: 'digital numbers',
    range: [-188.018, 229.417],
    reference: 'Kataoka 2003',
  }),
  ratio({
    id: 'VEG',
    name: 'Vegetative index',
    formula: 'G / (R^0.667 B^0.333)',
    expression: over(G, times(['^', R, 0.667], ['^', B, 0.333])),
    range: FROM_ZERO,
    reference: 'Hague 2006',
  }),
  ratio({
    id: 'vNDVI',
    name: 'Visible NDVI',
    formula: '0.5268 R^−0.1294 G^0.3389 B^−0.3118',
    expression: times(times(times(0.5268, ['^', R, -0.1294]), ['^', G, 0.3389]), ['^', B, -0.3118]),
    presupposes: '8-bit',
    range: FROM_ZERO,
    reference: 'Costa 2020',
  }),
  ratio({
    id: 'HUE_FR',
    name: 'Hue of FIELDimageR',
    formula: 'atan(2 (B − G − R) / 30.5 × (G − R))',
    expression: ['atan', times(over(times(2, minus(minus(B, G), R)), 30.5), GREEN_MINUS_RED)],
    presupposes: '8-bit',
    range: [-Math.PI / 2, Math.PI / 2],
    reference: 'FIELDimageR',
    note: 'Only to match its tables: it is below 0 where green exceeds red.',
  }),
  ratio({
    id: 'hue',
    name: 'Hue',
    formula: 'hue of HSV',
    expression: ['hue', R, G, B],
    unit: 'degrees',
    range: [0, 360],
    window: [60, 180],
    isCircular: true,
    reference: 'Smith 1978',
    doi: '10.1145/965139.807361',
  }),
]
