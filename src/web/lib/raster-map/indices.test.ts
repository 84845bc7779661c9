import { describe, expect, test } from 'vitest'
import type { BandRole } from '#domain/maps.ts'
import { evaluate, INDICES } from '#imagery/rasters/indices.ts'
import { lackOfLook } from './look.ts'
import { readyMap } from './testing/ready-map.ts'

const [R, G, B, RE, N] = [0.08, 0.14, 0.05, 0.25, 0.45]
const bands: Partial<Record<BandRole, number>> = { red: R, green: G, blue: B, redEdge: RE, nir: N }
const sum = R + G + B

/** Written as in the literature, with chromatic coordinates where it has them. */
const [r, g, b] = [R / sum, G / sum, B / sum]
const EXPECTED: Record<string, number> = {
  ExG: 2 * g - r - b,
  ExR: 1.4 * r - g,
  ExGR: 3 * g - 2.4 * r - b,
  GCC: g,
  NGRDI: (G - R) / (G + R),
  GLI: (2 * G - R - B) / (2 * G + R + B),
  VARI: (G - R) / (G + R - B),
  MGRVI: (G ** 2 - R ** 2) / (G ** 2 + R ** 2),
  RGBVI: (G ** 2 - B * R) / (G ** 2 + B * R),
  NGBDI: (G - B) / (G + B),
  TGI: -0.5 * (190 * (R - G) - 120 * (R - B)),
  NDVI: (N - R) / (N + R),
  GNDVI: (N - G) / (N + G),
  NDRE: (N - RE) / (N + RE),
  RENDVI: (RE - R) / (RE + R),
  SAVI: (1.5 * (N - R)) / (N + R + 0.5),
  OSAVI: (N - R) / (N + R + 0.16),
  EVI: (2.5 * (N - R)) / (N + 6 * R - 7.5 * B + 1),
  EVI2: (2.5 * (N - R)) / (N + 2.4 * R + 1),
  CIgreen: N / G - 1,
  CIrededge: N / RE - 1,
}

const needsOf = (id: string, map: object) => lackOfLook(readyMap(map), { mode: 'index', id })?.needs

describe('a vegetation index', () => {
  test.each(INDICES.map((index) => [index.id, index] as const))('%s has the value of its source', (id, index) => {
    expect(evaluate(index.expression, (role) => bands[role] ?? Number.NaN)).toBeCloseTo(EXPECTED[id] ?? Number.NaN, 12)
    expect(index.needs.every((role) => role in bands)).toBe(true)
  })

  test('is offered only where its bands are there, and its values are what it presupposes', () => {
    const photo = { bands: ['red', 'green', 'blue'], ranges: [[0, 255]] }
    expect(needsOf('ExG', photo)).toBeUndefined()
    expect(needsOf('NDRE', photo)).toBe('near infrared and red edge')
    expect(needsOf('TGI', photo)).toBe('reflectance from 0 to 1')
    const five = ['red', 'green', 'blue', 'redEdge', 'nir']
    const camera = { isPicture: false, bands: five, sampleType: 'uint16', ranges: five.map(() => [100, 9000]) }
    expect(needsOf('NDVI', camera)).toBe('reflectance')
    expect(needsOf('NDVI', { ...camera, reflectance: true })).toBeUndefined()
    expect(needsOf('SAVI', { ...camera, reflectance: true })).toBe('reflectance from 0 to 1')
    const scaled = { ...camera, scalings: five.map(() => [0.0001, 0]), ranges: five.map(() => [0.01, 0.9]) }
    expect(needsOf('SAVI', scaled)).toBeUndefined()
  })
})
