import type { BandRole } from '#domain/maps.ts'

/** A number, a band, or an operation on two of them. */
export type Expression = number | BandRole | readonly ['+' | '-' | '*' | '/', Expression, Expression]

export type VegetationIndex = {
  id: string
  name: string
  formula: string
  expression: Expression
  needs: readonly BandRole[]
  /** The range in which fields differ. */
  range: readonly [low: number, high: number]
  /** It means something only where values are reflectance from 0 to 1. */
  ofReflectance?: boolean
}

const sum: Expression = ['+', ['+', 'red', 'green'], 'blue']
const normalised = (a: BandRole, b: BandRole): Expression => ['/', ['-', a, b], ['+', a, b]]

/** Formulas and sources: Woebbecke 1995 (ExG), Meyer and Neto 2008 (ExGR), Tucker 1979 (NGRDI), Louhaichi 2001 (GLI), Gitelson 2002 (VARI), Rouse 1974 (NDVI), Gitelson 1996 (GNDVI), Gitelson and Merzlyak 1994 (NDRE), Huete 1988 (SAVI). */
export const INDICES: readonly VegetationIndex[] = [
  {
    id: 'ExG',
    name: 'Excess green',
    formula: '(2G − R − B) / (R + G + B)',
    expression: ['/', ['-', ['-', ['*', 2, 'green'], 'red'], 'blue'], sum],
    needs: ['red', 'green', 'blue'],
    range: [-0.05, 0.6],
  },
  {
    id: 'ExGR',
    name: 'Excess green minus excess red',
    formula: '(3G − 2.4R − B) / (R + G + B)',
    expression: ['/', ['-', ['-', ['*', 3, 'green'], ['*', 2.4, 'red']], 'blue'], sum],
    needs: ['red', 'green', 'blue'],
    range: [-0.4, 0.8],
  },
  {
    id: 'NGRDI',
    name: 'Normalised green-red difference',
    formula: '(G − R) / (G + R)',
    expression: normalised('green', 'red'),
    needs: ['red', 'green'],
    range: [-0.15, 0.35],
  },
  {
    id: 'GLI',
    name: 'Green leaf index',
    formula: '(2G − R − B) / (2G + R + B)',
    expression: ['/', ['-', ['-', ['*', 2, 'green'], 'red'], 'blue'], ['+', ['+', ['*', 2, 'green'], 'red'], 'blue']],
    needs: ['red', 'green', 'blue'],
    range: [-0.05, 0.4],
  },
  {
    id: 'VARI',
    name: 'Visible atmospherically resistant index',
    formula: '(G − R) / (G + R − B)',
    expression: ['/', ['-', 'green', 'red'], ['-', ['+', 'green', 'red'], 'blue']],
    needs: ['red', 'green', 'blue'],
    range: [-0.2, 0.6],
  },
  {
    id: 'NDVI',
    name: 'Normalised difference vegetation index',
    formula: '(NIR − R) / (NIR + R)',
    expression: normalised('nir', 'red'),
    needs: ['nir', 'red'],
    range: [0, 0.95],
    ofReflectance: true,
  },
  {
    id: 'GNDVI',
    name: 'Green NDVI',
    formula: '(NIR − G) / (NIR + G)',
    expression: normalised('nir', 'green'),
    needs: ['nir', 'green'],
    range: [0, 0.85],
    ofReflectance: true,
  },
  {
    id: 'NDRE',
    name: 'Normalised difference red edge',
    formula: '(NIR − RE) / (NIR + RE)',
    expression: normalised('nir', 'redEdge'),
    needs: ['nir', 'redEdge'],
    range: [0, 0.5],
    ofReflectance: true,
  },
  {
    id: 'SAVI',
    name: 'Soil-adjusted vegetation index',
    formula: '1.5 (NIR − R) / (NIR + R + 0.5)',
    expression: ['*', 1.5, ['/', ['-', 'nir', 'red'], ['+', ['+', 'nir', 'red'], 0.5]]],
    needs: ['nir', 'red'],
    range: [0, 0.9],
    ofReflectance: true,
  },
]

type Bands = { bands: readonly BandRole[]; reflectance: boolean | null }

/** Why an index can't be shown of a map; undefined when it can. */
export function indexProblem(
  { needs, ofReflectance }: VegetationIndex,
  { bands, reflectance }: Bands,
): string | undefined {
  const missing = needs.filter((role) => !bands.includes(role))
  if (missing.length > 0) return `needs ${missing.map((role) => ROLE_NAMES[role]).join(' and ')}`
  return ofReflectance && reflectance !== true ? 'needs reflectance' : undefined
}

export const ROLE_NAMES: Record<BandRole, string> = {
  red: 'red',
  green: 'green',
  blue: 'blue',
  redEdge: 'red edge',
  nir: 'near infrared',
  thermal: 'thermal',
  elevation: 'elevation',
  index: 'index',
  alpha: 'alpha',
  unknown: 'unknown',
}

const NEARLY_ZERO = 1e-6

/** NaN where it divides by nearly nothing. */
export function evaluate(expression: Expression, valueOf: (role: BandRole) => number): number {
  if (typeof expression === 'number') return expression
  if (typeof expression === 'string') return valueOf(expression)
  const [operation, left, right] = expression
  const [a, b] = [evaluate(left, valueOf), evaluate(right, valueOf)]
  if (operation === '+') return a + b
  if (operation === '-') return a - b
  if (operation === '*') return a * b
  return Math.abs(b) < NEARLY_ZERO ? Number.NaN : a / b
}
