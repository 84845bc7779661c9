import { expect, test } from 'vitest'
import type { MapItem } from '#contract/maps.ts'
import type { RunItem } from '#contract/processing.ts'
import { comparedMaps, comparedRuns, figuresOf } from './run-figures.ts'

const run = (runId: string, changes: object = {}): RunItem =>
  ({
    runId,
    products: [],
    quality: null,
    options: {},
    preset: null,
    state: 'DONE',
    startedAt: null,
    endedAt: null,
    archive: 'flight.zip',
    ...changes,
  }) as never
const products = (...made: [string, 'orthomosaic' | 'elevation' | 'model', string | null][]) => ({
  products: made.map(([fileName, kind, mapId]) => ({ fileName, kind, mapId })),
})
const map = (mapId: string, fileName: string, range: [number, number]): MapItem =>
  ({ mapId, fileName, state: 'READY', ranges: [range] }) as never

test('maps of the same kind are compared, those of the same name first, heights in the same colours', () => {
  const left = run('1', products(['ortho.tif', 'orthomosaic', 'a'], ['dsm.tif', 'elevation', 'b']))
  const right = run(
    '2',
    products(['raw.tif', 'orthomosaic', 'c'], ['ortho.tif', 'orthomosaic', 'd'], ['elevation.tif', 'elevation', 'e']),
  )
  const maps = [
    map('a', 'ortho.tif', [0, 255]),
    map('b', 'dsm.tif', [150, 160]),
    map('c', 'raw.tif', [0, 255]),
    map('d', 'ortho.tif', [0, 255]),
    map('e', 'elevation.tif', [148, 155]),
  ]
  expect(comparedMaps({ left, right, maps })).toEqual([
    { kind: 'orthomosaic', shown: { maps: 'a', swipe: 'd', heights: null } },
    { kind: 'elevation', shown: { maps: 'b', swipe: 'e', heights: '148,160' } },
  ])
  // One that is still being prepared can't be shown.
  expect(comparedMaps({ left, right, maps: maps.slice(1) }).map(({ kind }) => kind)).toEqual(['elevation'])
})

test('a run without maps and figures is not compared', () => {
  const runs = [run('1', products(['model.glb', 'model', null])), run('2', products(['a.tif', 'orthomosaic', 'a']))]
  expect(comparedRuns(runs).map(({ runId }) => runId)).toEqual(['2'])
})

test('runs are compared by the same figures in the same order', () => {
  const figures = figuresOf(
    run('1', {
      quality: { photos: 18, usedPhotos: 17 },
      options: { 'pc-quality': 'high' },
      startedAt: '2026-11-25T09:17:22.000Z',
      endedAt: '2026-11-25T09:19:20.000Z',
    }),
  )
  const value = (of: string) => figures.find(({ label }) => label === of)?.value
  expect(value('Registered photos')).toBe('17 of 18')
  expect(value('Preset and options')).toBe('pc-quality=high')
  expect(value('Took')).toBe('1 min 58 s')
  expect(figuresOf(run('2')).map(({ label }) => label)).toEqual(figures.map(({ label }) => label))
})
