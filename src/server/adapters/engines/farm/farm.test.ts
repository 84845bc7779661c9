import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRaster } from '#imagery/rasters/raster.ts'
import { createRowReader } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { codecs } from '#server/compute/rasters/raster-codecs.ts'
import { COMPLETED, CUT, CUT_AFTER, DROPPED, failed, running } from '#server/testing/engines/fake-node.ts'
import { type FarmTest, openFarmTest, orderOf, photoOf, RESULT } from '#server/testing/engines/farm-runs.ts'
import { RunFailed } from '../engine.ts'

let farm: FarmTest
beforeEach(async () => {
  farm = await openFarmTest()
})
afterEach(() => farm.close())

test('an order becomes products, with its stages, its log and its quality, and leaves no files', async () => {
  const { order, kept, stages, lines, versions } = orderOf()
  const quality = await farm.farm().run(order)
  expect(versions).toEqual(['ODM 3.5.6, NodeODM 2.2.4'])
  expect([...kept.keys()]).toEqual([
    'orthophoto.tif',
    'dsm.tif',
    'dtm.tif',
    'georeferenced_model.laz',
    'textured_model.glb',
    'report.pdf',
  ])
  expect(kept.get('dsm.tif')?.equals(RESULT['odm_dem/dsm.tif'] ?? Buffer.alloc(0))).toBe(true)
  expect([...new Set(stages.map(([stage]) => stage))]).toEqual([
    'waiting',
    'sending',
    'running',
    'fetching',
    'checking',
  ])
  expect(stages).toContainEqual(['running', 0.7])
  expect(lines).toContain('[INFO] Initializing')
  expect(quality).toEqual({
    photos: 3,
    usedPhotos: 3,
    reprojectionPixels: 0.62,
    gpsHorizontalMetres: 0.5,
    gpsVerticalMetres: 0.9,
    groundTiltDegrees: null,
    focalRatio: expect.closeTo(1.0195, 3),
    gsdCm: 1.73,
    areaHectares: 1.25,
    refusedShare: null,
    noiseCm: null,
    level: null,
    tiltPercent: null,
    bowCm: null,
    lenses: [],
    notes: [],
  })
  expect(await farm.leftovers()).toEqual([])
})

const statedIn = (tiff: Buffer | undefined): string | undefined =>
  /<Item name="NOT_GOOD_FOR">([^<]*)</.exec(tiff?.toString('latin1') ?? '')?.[1]
const pixelsOf = async (tiff: Uint8Array = new Uint8Array()) => {
  const readRange = (from: number, to: number) => Promise.resolve(tiff.subarray(from, to))
  const { raster } = findRaster(await readDirectories(tiff.length, readRange))
  return createRowReader({ raster, readRange, codecs })(0, raster.height)
}

test.each([
  ['ordered', {}, [undefined, 'plant tops']],
  ['of a fast orthophoto', { 'fast-orthophoto': true }, ['plant heights', 'plant heights,plant tops']],
])('elevation that is %s says what it is not good for, and has the same pixels', async (_, options, stated) => {
  const { order, kept } = orderOf({ options })
  await farm.farm().run(order)
  expect([statedIn(kept.get('dsm.tif')), statedIn(kept.get('dtm.tif'))]).toEqual(stated)
  expect(statedIn(kept.get('orthophoto.tif'))).toBeUndefined()
  for (const name of ['dsm.tif', 'dtm.tif'])
    expect(await pixelsOf(kept.get(name))).toEqual(await pixelsOf(RESULT[`odm_dem/${name}`]))
})

test('elevation that only the options ask for, where no heights were ordered, is of few points', async () => {
  const { order, kept } = orderOf({ outputs: ['orthomosaic'], options: { dsm: true } })
  await farm.farm().run(order)
  expect(statedIn(kept.get('dsm.tif'))).toBe('plant heights')
})

test('photos that found a place are not counted where the node says more of them than were sent', async () => {
  const { order } = orderOf({ photos: [photoOf('a.jpg'), photoOf('b.jpg')] })
  expect(await farm.farm().run(order)).toMatchObject({ photos: 2, usedPhotos: null })
})

/** Of the only task that the node began for good. */
const committed = () => [...farm.node.tasks.values()].filter(({ isCommitted }) => isCommitted)

test('photos of several folders arrive under names of their own, with their bytes', async () => {
  await farm.farm().run(orderOf().order)
  const [task] = committed()
  expect(task?.files.map(({ name, bytes }) => [name, bytes.toString()]).toSorted()).toEqual([
    ['100MEDIA__DJI_0001.JPG', '100MEDIA/DJI_0001.JPG'],
    ['101MEDIA__DJI_0001.JPG', '101MEDIA/DJI_0001.JPG'],
    ['DJI_0002.JPG', 'DJI_0002.JPG'],
  ])
  expect(task?.options).toContainEqual({ name: 'dsm', value: true })
})

test('a photo that arrived twice begins another task: no run has a photo twice', async () => {
  farm.node.fail('upload', CUT_AFTER)
  const { order, kept, lines } = orderOf()
  await farm.farm().run(order)
  expect(lines).toContainEqual(expect.stringContaining('counts 4 photos where 3 were sent'))
  expect(kept.size).toBe(6)
  expect(committed()[0]?.files).toHaveLength(3)
})

test('uploads that are dropped are sent again', async () => {
  farm.node.fail('upload', DROPPED, CUT, null, DROPPED)
  const { order, kept } = orderOf()
  await farm.farm().run(order)
  expect(kept.size).toBe(6)
  expect(farm.node.calls.filter((call) => call === 'init')).toHaveLength(1)
})

test('a task is committed once, also when the answer is lost', async () => {
  farm.node.fail('commit', CUT_AFTER)
  const { order, kept } = orderOf()
  await farm.farm().run(order)
  expect(kept.size).toBe(6)
  expect(farm.node.calls.filter((call) => call === 'commit')).toHaveLength(1)
})

test('what an engine could not do is said in words, with evidence and what to change', async () => {
  farm.node.course = [running(30), failed('Cannot process dataset')]
  farm.node.log = [
    '[INFO] running',
    '[ERROR] Check that the images have enough overlap, that there are enough features',
  ]
  const failure = await farm
    .farm()
    .run(orderOf().order)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RunFailed)
  expect(failure).toMatchObject({
    message: 'The photos have too little in common to be put together.',
    advice: expect.stringContaining('75 %'),
    suggestedOptions: { 'min-num-features': 20_000 },
    evidence: expect.arrayContaining([expect.stringContaining('enough overlap')]),
  })
  expect(await farm.leftovers()).toEqual([])
})

test('a run that was sent goes on where it is, and nothing is sent again', async () => {
  farm.node.course = [running(10)]
  const stop = new AbortController()
  const first = orderOf({ signal: stop.signal })
  first.order.report = (stage) => void (stage === 'running' && stop.abort(new Error('the process stops')))
  await expect(farm.farm().run(first.order)).rejects.toThrow('the process stops')
  for (const task of committed()) task.course = [COMPLETED]
  const second = orderOf({ remembered: first.memory.at(-1) ?? null, photos: first.order.photos })
  await farm.farm().run(second.order)
  expect(second.kept.size).toBe(6)
  expect(farm.node.calls.filter((call) => call === 'upload')).toHaveLength(3)
})

test('a photo that can not be read ends the run with that error, and it can go on later', async () => {
  const photo = { ...photoOf('a.jpg'), open: unreadable }
  await expect(farm.farm().run(orderOf({ photos: [photo] }).order)).rejects.toThrow('the storage is away')
})

async function* unreadable(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a')
  throw new Error('the storage is away')
}
