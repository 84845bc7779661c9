import { expect, test } from 'vitest'
import type { CheckId } from '#domain/flights.ts'
import type { Band } from '../photos/photo.ts'
import type { ArchivePhoto } from './archive-photos.ts'
import { describeFlight } from './describe-flight.ts'
import { makeFlight } from './testing/make-flight.ts'

const idsOf = (photos: readonly ArchivePhoto[], asked: Parameters<typeof describeFlight>[1] = {}) =>
  describeFlight(photos, asked).checks.map(({ id, severity }) => `${id}: ${severity}`)
const checkOf = (photos: readonly ArchivePhoto[], id: CheckId) =>
  describeFlight(photos).checks.find((check) => check.id === id)

test('a good flight has its figures, and nothing to mind', () => {
  const flight = describeFlight(makeFlight(), { outputs: ['orthomosaic'] })
  expect(flight).toMatchObject({
    photos: 40,
    readable: 40,
    heightMetres: 40,
    heightSource: 'photos',
    cameras: [{ name: 'DJI X', photos: 40 }],
    takenFrom: '2026-06-23T10:00:00',
    takenTo: '2026-06-23T10:01:18',
    sunDegrees: null,
    rtkFixedShare: null,
    bands: [],
    checks: [],
  })
  expect(flight.gsdCm).toBeCloseTo(1.25, 6)
  expect(flight.frontOverlap).toBeCloseTo(0.8, 3)
  expect(flight.sideOverlap).toBeCloseTo(0.7, 3)
  // 4 lines of 15 m and 50 m, 7 steps of 7.5 m and 37.5 m.
  expect(flight.areaHectares).toBeCloseTo((110 * 90) / 10_000, 1)
  expect(flight.positions).toHaveLength(40)
})

test('a height that nothing says is asked for, and counts once it is entered', () => {
  const photos = makeFlight(() => ({ relativeAltitude: null }))
  expect(describeFlight(photos)).toMatchObject({
    heightMetres: null,
    gsdCm: null,
    frontOverlap: null,
    areaHectares: null,
  })
  expect(idsOf(photos)).toEqual(['height: warn'])
  const entered = describeFlight(photos, { heightMetres: 80 })
  expect(entered).toMatchObject({ heightMetres: 80, heightSource: 'entered' })
  expect(entered.gsdCm).toBeCloseTo(2.5, 6)
  expect(describeFlight(makeFlight(), { heightMetres: 80 }).heightSource).toBe('photos')
})

test('a lens that nothing says leaves the pixel size unknown', () => {
  const photos = makeFlight(() => ({ lens: { focalMillimetres: null } }))
  expect(describeFlight(photos)).toMatchObject({ gsdCm: null, frontOverlap: null, heightMetres: 40 })
})

test.each([
  ['too few photos', () => makeFlight(undefined, { lines: 3, shots: 5 }), 'few-photos: warn'],
  ['hardly any', () => makeFlight(undefined, { lines: 1, shots: 2 }), 'few-photos: stop'],
  ['less overlap', () => makeFlight(undefined, { ahead: 37.5 * 0.35 }), 'overlap: warn'],
  ['a gap', () => makeFlight(undefined, { lines: 11 }).filter((_, at) => at < 24 || at >= 64), 'coverage: warn'],
  ['lines too far apart', () => makeFlight(undefined, { apart: 50 * 0.55 }), 'overlap: stop'],
  ['high and fast', () => makeFlight(() => ({ speedMetresPerSecond: 12 })), 'motion-blur: warn'],
  ['a dark day', () => makeFlight(() => ({ exposure: { iso: 1600 } })), 'sensitivity: warn'],
  ['two days', () => makeFlight((at) => (at > 20 ? { takenAt: '2026-06-24T10:00:00' } : {})), 'dates: warn'],
  ['a long break', () => makeFlight((at) => (at > 20 ? { takenAt: '2026-06-23T14:00:00' } : {})), 'dates: warn'],
  ['a clock that was not set', () => makeFlight(() => ({ takenAt: '1970-01-01T00:00:10' })), 'clock: warn'],
  [
    'a clock that differs from the satellites',
    () => makeFlight(() => ({ takenAtUtc: Date.UTC(2026, 5, 20) })),
    'clock: warn',
  ],
  [
    'a clock set back on the way',
    () => makeFlight((at) => (at > 20 ? { takenAt: '2026-06-23T06:00:00' } : {})),
    'clock: warn',
  ],
  ['the sun low', () => makeFlight(() => ({ takenAtUtc: Date.UTC(2026, 5, 23, 5) })), 'low-sun: inform'],
  ['no position at all', () => makeFlight(() => ({ position: null })), 'positions: stop'],
  ['positions of zero', () => makeFlight((at) => (at < 2 ? { position: { lon: 0, lat: 0 } } : {})), 'positions: warn'],
  ['one far away', () => makeFlight((at) => (at < 2 ? { position: { lat: 52 } } : {})), 'positions: warn'],
  ['no reference', () => makeFlight(() => ({ position: { hasReferences: false } })), 'references: warn'],
  ['no sea level', () => makeFlight(() => ({ position: { hasAltitudeReference: false } })), 'altitudes: inform'],
  ['two places', () => makeFlight(() => ({ position: { dispute: disputed(30, 0) } })), 'two-places: warn'],
  ['two altitudes', () => makeFlight(() => ({ position: { dispute: disputed(0, 12) } })), 'two-places: inform'],
  ['two cameras', () => makeFlight((at) => (at % 2 === 0 ? { model: 'Y' } : {})), 'cameras: warn'],
  ['another zoom', () => makeFlight((at) => (at === 7 ? { lens: { focalMillimetres: 12 } } : {})), 'sizes: warn'],
  ['edited', () => makeFlight((at) => (at === 7 ? { software: 'Adobe Photoshop 24' } : {})), 'edited: warn'],
  ['made smaller', () => makeFlight(() => ({ statedWidth: 8000, statedHeight: 6000 })), 'edited: warn'],
  ['cut off', () => makeFlight((at) => ({ isCutOff: at < 3 })), 'cut-off: stop'],
  ['take-off', () => makeFlight((at) => (at < 2 ? { relativeAltitude: 5 } : {})), 'take-off: warn'],
  ['no RTK fix', () => makeFlight((at) => ({ rtk: rtkOf(at < 20 ? 50 : 34) })), 'rtk: stop'],
  ['some RTK fix', () => makeFlight((at) => ({ rtk: rtkOf(at < 34 ? 50 : 34) })), 'rtk: warn'],
])('%s is found', (_, make, expected) => {
  expect(idsOf(make())).toContain(expected)
})

const withoutHeights = (position?: null) =>
  makeFlight(() => ({ relativeAltitude: null, ...(position === null && { position }) }))

test('a height that a person states gives the pixel, and overlaps where photos have places', () => {
  const known = describeFlight(withoutHeights(), { heightMetres: 40 })
  expect(known).toMatchObject({ gsdCm: expect.closeTo(1.25, 9), heightSource: 'entered' })
  expect(known.frontOverlap).toBeCloseTo(0.8, 2)
  expect(known.sideOverlap).toBeCloseTo(0.7, 2)
  const unplaced = describeFlight(withoutHeights(null), { heightMetres: 40 })
  expect(unplaced).toMatchObject({ gsdCm: expect.closeTo(1.25, 9), frontOverlap: null, areaHectares: null })
  expect(unplaced.footprintMetres).toEqual({ width: expect.closeTo(50, 9), height: expect.closeTo(37.5, 9) })
})

type Colours = readonly [blueOverGreen: number, greenest: number, cr: number]

const withColours = ([blueOverGreen, greenest, cr]: Colours, count = 40) =>
  makeFlight((at) => (at < count ? { pixels: { colours: { blueOverGreen, greenest, cr } } } : {}))

test('photos of a camera that was converted to near infrared are found; red soil, water and one such photo are not', () => {
  const converted = [0.99, 0, 3] as const
  expect(checkOf(withColours(converted), 'near-infrared')).toMatchObject({ severity: 'warn' })
  expect(checkOf(withColours(converted), 'near-infrared')?.photos).toHaveLength(40)
  for (const colours of [
    [0.02, 0, 18],
    [0.95, 0, -17],
    [0.37, 0.45, 0.7],
  ] as const)
    expect(checkOf(withColours(colours), 'near-infrared')).toBeUndefined()
  expect(checkOf(withColours(converted, 1), 'near-infrared')).toBeUndefined()
})

test('places of Exif and XMP that differ are named with how far, and which was taken', () => {
  const photos = makeFlight((at) => ({
    position: { dispute: at < 3 ? disputed(29.97, 12.4, at < 2 ? 'Exif' : 'XMP') : null },
  }))
  expect(checkOf(photos, 'two-places')?.message).toBe(
    [
      '2 photos have a place in Exif and another in XMP, up to 30 m apart. That of Exif is taken, because programs for PPK rewrite it and leave XMP. Look whether the place on the map is right.',
      '1 photo has a place in Exif and another in XMP, up to 30 m apart. That of XMP is taken, because it is fixed by RTK. Look whether the place on the map is right.',
      '2 photos have an altitude in Exif and another in XMP, up to 12 m apart. That of Exif is taken, because programs for PPK rewrite it and leave XMP.',
      '1 photo has an altitude in Exif and another in XMP, up to 12 m apart. That of XMP is taken, because it is fixed by RTK.',
    ].join(' '),
  )
})

const blurredAt = (...blurred: number[]) =>
  makeFlight((at) => (blurred.includes(at) ? { pixels: { sharpness: 0.95 } } : {}))

test('blurred photos are found beside sharp ones, alone, at the ends and three in a row', () => {
  for (const blurred of [[20], [0], [39], [20, 21, 22], [3, 17, 30]])
    expect(checkOf(blurredAt(...blurred), 'blur')).toMatchObject({
      severity: 'warn',
      photos: blurred.map((at) => `DJI_${String(at + 1).padStart(4, '0')}.JPG`),
    })
  const one = makeFlight((at) => ({ pixels: { sharpness: at === 7 ? 1 : 1.65 } }))
  expect(checkOf(one, 'blur')?.message).toBe(
    'Compared with the photos beside them, 1 photo is a little blurred. Take blurred photos out of the archive where others show the same ground.',
  )
})

test('a flight without any sharp photo is found, too; one whose ground looks coarser is not', () => {
  const all = makeFlight((at) => ({ pixels: { sharpness: 0.4 + 0.001 * at } }))
  expect(checkOf(all, 'blur')?.message).toMatch(/^Nearly all photos are blurred\./)
  expect(idsOf(makeFlight((at) => ({ pixels: { sharpness: at < 20 ? 1.1 : 1.5 } })))).toEqual([])
})

test('a sample says of how many photos it is', () => {
  const photos = makeFlight((at) => ({ pixels: { sharpness: at % 2 === 0 ? null : at === 21 ? 0.5 : 1.6 } }))
  expect(checkOf(photos, 'blur')).toMatchObject({ photos: ['DJI_0022.JPG'] })
  expect(checkOf(photos, 'blur')?.message).toMatch(/^20 of 40 photos were looked at closely\. /)
  expect(idsOf(makeFlight(() => ({ pixels: { sharpness: null, brightness: null, white: null } })))).toEqual([])
})

test('the edge of a cloud is found where it is; one bright photo is none', () => {
  const cloudy = makeFlight((at) => ({ pixels: { brightness: (at < 20 ? 110 : 88) + (at % 3) } }))
  expect(checkOf(cloudy, 'exposure')).toMatchObject({ severity: 'warn', photos: ['DJI_0020.JPG', 'DJI_0021.JPG'] })
  expect(checkOf(cloudy, 'exposure')?.message).toContain('by up to 25 % from one photo to the next, in 1 place,')
  expect(idsOf(makeFlight((at) => ({ pixels: { brightness: at === 20 ? 160 : 110 } })))).toEqual([])
  expect(idsOf(makeFlight((at) => ({ pixels: { brightness: 100 + at } })))).toEqual([])
})

const withWhite = (count: number) => makeFlight((at) => ({ pixels: { white: at < count ? 0.03 : 0.001 } }))

test('photos with white parts are found when they are many', () => {
  expect(checkOf(withWhite(5), 'exposure')?.photos).toHaveLength(5)
  expect(idsOf(withWhite(2))).toEqual([])
})

const disputed = (metres: number, heightMetres: number, taken: 'Exif' | 'XMP' = 'Exif') => ({
  taken,
  metres,
  heightMetres,
})
const rtkOf = (flag: number) => ({ flag, sdLon: 0.01, sdLat: 0.01, sdHeight: 0.02 })

test('RTK that is fixed, or not there, is nothing to mind', () => {
  expect(idsOf(makeFlight(() => ({ rtk: rtkOf(50) })))).toEqual([])
  expect(idsOf(makeFlight(() => ({ rtk: rtkOf(0) })))).toEqual([])
})

test('photos that look ahead stop a map of a field, and not a 3D model', () => {
  const photos = makeFlight((at) => (at % 2 === 0 ? { attitude: { yaw: 0, pitch: -45, roll: 0 } } : {}))
  expect(idsOf(photos, { outputs: ['orthomosaic'] })).toContain('nadir: stop')
  expect(idsOf(photos, { outputs: ['orthomosaic', '3dModel'] })).toContain('nadir: warn')
})

test('coarse pixels are named with the outputs that need finer ones', () => {
  const photos = makeFlight(() => ({ relativeAltitude: 80 }))
  const [check] = describeFlight(photos, { outputs: ['plantFeatures', 'elevationModels'] }).checks
  expect(check?.message).toBe(
    'A pixel is 2.5 cm on the ground. That is too coarse for canopy cover (1.8 cm). Fly lower.',
  )
  expect(idsOf(photos, { outputs: ['orthomosaic'] })).toEqual([])
})

test('indices of photos without a near-infrared band are promised for red, green and blue only', () => {
  expect(idsOf(makeFlight(), { outputs: ['heatMaps'] })).toEqual(['outputs: inform'])
})

test('take-off frames and another camera do not count for the figures', () => {
  const odd = makeFlight((at) =>
    at < 4 ? { relativeAltitude: 3 } : at > 36 ? { model: 'Y', width: 100, height: 75 } : {},
  )
  expect(describeFlight(odd).gsdCm).toBeCloseTo(1.25, 6)
  expect(describeFlight(odd).frontOverlap).toBeCloseTo(0.8, 2)
})

test('the same name in two folders, and the same content twice, are found with the photos', () => {
  const photos = makeFlight()
  const folders = photos.map((one, at) => (at < 2 ? { ...one, name: `10${at}MEDIA/DJI_0001.JPG` } : one))
  expect(checkOf(folders, 'same-names')?.photos).toEqual(['100MEDIA/DJI_0001.JPG', '101MEDIA/DJI_0001.JPG'])
  const copies = photos.map((one, at) => (at === 5 ? { ...one, crc32: 5 } : one))
  expect(checkOf(copies, 'same-content')).toMatchObject({
    photos: ['DJI_0006.JPG'],
    message: '1 photo is a copy of others, 3 % of all. Take the copies out of the archive.',
  })
})

test('photos that say nothing are unreadable, and the others are described', () => {
  const photos = makeFlight().map((one, at) => (at < 5 ? { ...one, photo: null } : one))
  expect(describeFlight(photos)).toMatchObject({ photos: 40, readable: 35, heightMetres: 40 })
  expect(checkOf(photos, 'unreadable')).toMatchObject({
    severity: 'stop',
    photos: photos.slice(0, 5).map(({ name }) => name),
  })
  expect(describeFlight([])).toMatchObject({ photos: 0, gsdCm: null, positions: [] })
})

test('a receiver that hangs is found', () => {
  const hung = makeFlight((at) => (at >= 10 && at < 20 ? { position: { lon: 10.5, lat: 51.5001 } } : {}))
  expect(checkOf(hung, 'positions')?.photos).toHaveLength(10)
})

test('a capture of a rig that lacks a band is found; the bands are no different cameras', () => {
  const names = ['Green', 'Red', 'NIR']
  const photos = makeFlight(undefined, { shots: 10 }).flatMap((one, capture) =>
    names.flatMap((name, index) => {
      if (capture === 3 && name === 'NIR') return []
      const band: Band = { name, wavelengthNm: 500, rigIndex: index, capture: `c${capture}`, hasIrradiance: true }
      const photo = one.photo && { ...one.photo, band }
      return [{ ...one, name: `IMG_${1000 + capture}_${index + 1}.tif`, crc32: 100 * capture + index, photo }]
    }),
  )
  const flight = describeFlight(photos, { outputs: ['heatMaps'] })
  expect(flight.bands).toEqual(['Green', 'NIR', 'Red'])
  expect(flight.cameras).toHaveLength(1)
  expect(flight.frontOverlap).toBeCloseTo(0.8, 3)
  expect(flight.checks).toEqual([
    {
      id: 'bands',
      severity: 'warn',
      message:
        '1 of 50 captures lack a band (NIR), of 2 photos. They may be left out. Copy them from the memory card again.',
      photos: ['IMG_1003_1.tif', 'IMG_1003_2.tif'],
    },
    expect.objectContaining({ id: 'panels', severity: 'inform' }),
  ])
})
