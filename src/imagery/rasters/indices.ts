import type { BandRole } from '#domain/maps.ts'
import { NEARLY_ZERO } from '../traits/catalogue/expression.ts'
import type { Presupposes } from '../traits/catalogue/trait.ts'

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
  presupposes: Presupposes
}

const sum: Expression = ['+', ['+', 'red', 'green'], 'blue']
const squared = (band: BandRole): Expression => ['*', band, band]
const blueRed: Expression = ['*', 'blue', 'red']
const normalised = (a: BandRole, b: BandRole): Expression => ['/', ['-', a, b], ['+', a, b]]

/**
 * Sources: Woebbecke 1995 (ExG), Meyer and Neto 2008 (ExR, ExGR), Tucker 1979 (NGRDI), Louhaichi 2001 (GLI), Gitelson 2002
 * (VARI), Gillespie 1987 (GCC), Bendig 2015 (MGRVI, RGBVI), Sulik and Long 2016 (NGBDI), Hunt 2013 (TGI), Rouse 1974 (NDVI),
 * Gitelson 1996 (GNDVI), Gitelson and Merzlyak 1994 (NDRE, RENDVI), Huete 1988 (SAVI), Rondeaux 1996 (OSAVI), Huete 2002 (EVI),
 * Jiang 2008 (EVI2), Gitelson 2003 (CIgreen, CIrededge).
 */
export const INDICES: readonly VegetationIndex[] = [
  {
    id: 'ExG',
    name: 'Excess green',
    formula: '(2G − R − B) / (R + G + B)',
    expression: ['/', ['-', ['-', ['*', 2, 'green'], 'red'], 'blue'], sum],
    needs: ['red', 'green', 'blue'],
    range: [-0.05, 0.6],
    presupposes: 'any',
  },
  {
    id: 'ExGR',
    name: 'Excess green minus excess red',
    formula: '(3G − 2.4R − B) / (R + G + B)',
    expression: ['/', ['-', ['-', ['*', 3, 'green'], ['*', 2.4, 'red']], 'blue'], sum],
    needs: ['red', 'green', 'blue'],
    range: [-0.4, 0.8],
    presupposes: 'any',
  },
  {
    id: 'NGRDI',
    name: 'Normalised green-red difference',
    formula: '(G − R) / (G + R)',
    expression: normalised('green', 'red'),
    needs: ['red', 'green'],
    range: [-0.15, 0.35],
    presupposes: 'any',
  },
  {
    id: 'GLI',
    name: 'Green leaf index',
    formula: '(2G − R − B) / (2G + R + B)',
    expression: ['/', ['-', ['-', ['*', 2, 'green'], 'red'], 'blue'], ['+', ['+', ['*', 2, 'green'], 'red'], 'blue']],
    needs: ['red', 'green', 'blue'],
    range: [-0.05, 0.4],
    presupposes: 'any',
  },
  {
    id: 'VARI',
    name: 'Visible atmospherically resistant index',
    formula: '(G − R) / (G + R − B)',
    expression: ['/', ['-', 'green', 'red'], ['-', ['+', 'green', 'red'], 'blue']],
    needs: ['red', 'green', 'blue'],
    range: [-0.2, 0.6],
    presupposes: 'any',
  },
  {
    id: 'ExR',
    name: 'Excess red',
    formula: '(1.4R − G) / (R + G + B)',
    expression: ['/', ['-', ['*', 1.4, 'red'], 'green'], sum],
    needs: ['red', 'green', 'blue'],
    range: [-0.1, 0.4],
    presupposes: 'any',
  },
  {
    id: 'GCC',
    name: 'Green chromatic coordinate',
    formula: 'G / (R + G + B)',
    expression: ['/', 'green', sum],
    needs: ['red', 'green', 'blue'],
    range: [0.3, 0.5],
    presupposes: 'any',
  },
  {
    id: 'MGRVI',
    name: 'Modified green-red vegetation index',
    formula: '(G² − R²) / (G² + R²)',
    expression: ['/', ['-', squared('green'), squared('red')], ['+', squared('green'), squared('red')]],
    needs: ['red', 'green'],
    range: [-0.3, 0.6],
    presupposes: 'any',
  },
  {
    id: 'RGBVI',
    name: 'Red-green-blue vegetation index',
    formula: '(G² − BR) / (G² + BR)',
    expression: ['/', ['-', squared('green'), blueRed], ['+', squared('green'), blueRed]],
    needs: ['red', 'green', 'blue'],
    range: [-0.1, 0.7],
    presupposes: 'any',
  },
  {
    id: 'NGBDI',
    name: 'Normalised green-blue difference',
    formula: '(G − B) / (G + B)',
    expression: normalised('green', 'blue'),
    needs: ['green', 'blue'],
    range: [0, 0.6],
    presupposes: 'any',
  },
  {
    id: 'TGI',
    name: 'Triangular greenness index',
    formula: '−0.5 (190 (R − G) − 120 (R − B))',
    expression: ['*', -0.5, ['-', ['*', 190, ['-', 'red', 'green']], ['*', 120, ['-', 'red', 'blue']]]],
    needs: ['red', 'green', 'blue'],
    range: [-2, 12],
    presupposes: 'reflectance',
  },
  {
    id: 'NDVI',
    name: 'Normalised difference vegetation index',
    formula: '(NIR − R) / (NIR + R)',
    expression: normalised('nir', 'red'),
    needs: ['nir', 'red'],
    range: [0, 0.95],
    presupposes: 'calibrated',
  },
  {
    id: 'GNDVI',
    name: 'Green NDVI',
    formula: '(NIR − G) / (NIR + G)',
    expression: normalised('nir', 'green'),
    needs: ['nir', 'green'],
    range: [0, 0.85],
    presupposes: 'calibrated',
  },
  {
    id: 'NDRE',
    name: 'Normalised difference red edge',
    formula: '(NIR − RE) / (NIR + RE)',
    expression: normalised('nir', 'redEdge'),
    needs: ['nir', 'redEdge'],
    range: [0, 0.5],
    presupposes: 'calibrated',
  },
  {
    id: 'SAVI',
    name: 'Soil-adjusted vegetation index',
    formula: '1.5 (NIR − R) / (NIR + R + 0.5)',
    expression: ['*', 1.5, ['/', ['-', 'nir', 'red'], ['+', ['+', 'nir', 'red'], 0.5]]],
    needs: ['nir', 'red'],
    range: [0, 0.9],
    presupposes: 'reflectance',
  },
  {
    id: 'RENDVI',
    name: 'Red edge NDVI',
    formula: '(RE − R) / (RE + R)',
    expression: normalised('redEdge', 'red'),
    needs: ['redEdge', 'red'],
    range: [0, 0.8],
    presupposes: 'calibrated',
  },
  {
    id: 'OSAVI',
    name: 'Optimised soil-adjusted vegetation index',
    formula: '(NIR − R) / (NIR + R + 0.16)',
    expression: ['/', ['-', 'nir', 'red'], ['+', ['+', 'nir', 'red'], 0.16]],
    needs: ['nir', 'red'],
    range: [0, 0.9],
    presupposes: 'reflectance',
  },
  {
    id: 'EVI',
    name: 'Enhanced vegetation index',
    formula: '2.5 (NIR − R) / (NIR + 6R − 7.5B + 1)',
    expression: [
      '*',
      2.5,
      ['/', ['-', 'nir', 'red'], ['+', ['-', ['+', 'nir', ['*', 6, 'red']], ['*', 7.5, 'blue']], 1]],
    ],
    needs: ['nir', 'red', 'blue'],
    range: [0, 1],
    presupposes: 'reflectance',
  },
  {
    id: 'EVI2',
    name: 'Enhanced vegetation index of two bands',
    formula: '2.5 (NIR − R) / (NIR + 2.4R + 1)',
    expression: ['*', 2.5, ['/', ['-', 'nir', 'red'], ['+', ['+', 'nir', ['*', 2.4, 'red']], 1]]],
    needs: ['nir', 'red'],
    range: [0, 1],
    presupposes: 'reflectance',
  },
  {
    id: 'CIgreen',
    name: 'Chlorophyll index of green',
    formula: 'NIR / G − 1',
    expression: ['-', ['/', 'nir', 'green'], 1],
    needs: ['nir', 'green'],
    range: [0, 12],
    presupposes: 'calibrated',
  },
  {
    id: 'CIrededge',
    name: 'Chlorophyll index of red edge',
    formula: 'NIR / RE − 1',
    expression: ['-', ['/', 'nir', 'redEdge'], 1],
    needs: ['nir', 'redEdge'],
    range: [0, 5],
    presupposes: 'calibrated',
  },
]

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
