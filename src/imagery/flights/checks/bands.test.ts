import { expect, test } from 'vitest'
import type { CheckId } from '#domain/flights.ts'
import type { Band } from '../../photos/photo.ts'
import type { ArchivePhoto } from '../archive-photos.ts'
import { bandByName } from '../band-names.ts'
import { describeFlight } from '../describe-flight.ts'
import { makeFlight } from '../testing/make-flight.ts'

const NAMES = ['Green', 'Red', 'NIR']
const bandOf = (name: string, capture: number): Band => ({
  name,
  wavelengthNm: null,
  rigIndex: null,
  capture: `c${capture}`,
  hasIrradiance: true,
})

type Change = (capture: number, band: string) => Partial<ArchivePhoto['photo']>

/** A flight of three bands, of which the first capture is one of a panel on the ground. */
const rig = (change: Change = () => ({})): ArchivePhoto[] =>
  makeFlight((at) => (at === 0 ? { relativeAltitude: 0.5 } : {}), { shots: 10 }).flatMap((one, capture) =>
    NAMES.map((name, index) => ({
      ...one,
      name: `IMG_${1000 + capture}_${index + 1}.tif`,
      crc32: 10 * capture + index,
      photo: one.photo && {
        ...one.photo,
        type: 'tiff' as const,
        band: bandOf(name, capture),
        ...change(capture, name),
      },
    })),
  )

const found = (photos: readonly ArchivePhoto[]) =>
  describeFlight(photos).checks.map(({ id, severity }) => `${id}: ${severity}`)
const messageOf = (photos: readonly ArchivePhoto[], id: CheckId) =>
  describeFlight(photos).checks.find((check) => check.id === id)?.message

test('a rig with a panel and a light sensor has nothing to mind, and the panel is no frame of take-off', () => {
  expect(found(rig())).toEqual([])
})

const dark = (capture: number, band: string) => ({ band: { ...bandOf(band, capture), hasIrradiance: false } })

test('frames near the ground after the flight are of landing, not of a panel', () => {
  expect(found(rig((capture) => ({ relativeAltitude: capture === 49 ? 1 : 40 })))).toEqual([
    'take-off: warn',
    'panels: inform',
  ])
})

test('without a panel, bands are less exact, and without a light sensor they are no reflectance', () => {
  const inFlight = { relativeAltitude: 40 }
  expect(found(rig(() => inFlight))).toEqual(['panels: inform'])
  expect(found(rig((...which) => ({ ...inFlight, ...dark(...which) })))).toEqual(['panels: warn', 'irradiance: warn'])
  const named = rig(() => inFlight).map((one) => ({ ...one, name: `paneldetector/${one.name}` }))
  expect(found(named)).toEqual([])
  expect(
    messageOf(
      rig((capture, band) => (capture === 3 ? dark(capture, band) : {})),
      'irradiance',
    ),
  ).toBe('3 photos do not say how bright the light was, 2 % of all. Look whether the light sensor was connected.')
})

test('pictures of an index are no measurements', () => {
  const pictures = makeFlight().map((one, at) => ({ ...one, name: `DJI_${at}_NDVI.JPG` }))
  expect(messageOf(pictures, 'index-pictures')).toMatch(
    /^40 photos are pictures of an index, .* Send the photos of the bands\.$/,
  )
  const [picture] = pictures
  expect(found([...rig(), ...(picture ? [picture] : [])])).toContain('index-pictures: inform')
  expect(found(makeFlight().map((one, at) => ({ ...one, name: `sandviken_${at}.JPG` })))).toEqual([])
})

test.each([
  ['100FPLAN/DJI_0013.TIF', 'FC6360', { name: 'Red', capture: '100FPLAN/dji_001' }],
  ['100FPLAN/DJI_0013.TIF', 'XT2', null],
  ['100FPLAN/DJI_0010.JPG', 'FC6360', null],
  ['DJI_20260623100000_0004_MS_RE.TIF', null, { name: 'RedEdge', capture: 'dji_20260623100000_0004' }],
  ['DJI_20260623100000_0004_D.JPG', null, null],
  ['0001SET/000/IMG_0007_4.tif', 'RedEdge-M', { name: 'Band 4', capture: '0001SET/000/img_0007' }],
  ['IMG_260623_100000_0012_GRE.TIF', null, { name: 'Green', capture: 'img_260623_100000_0012' }],
  ['IMG_260623_100000_0012_RGB.JPG', null, { name: 'Red, Green, Blue', capture: 'img_260623_100000_0012' }],
  ['IMG_1356.JPG', null, null],
])('%s of %s is known by its name', (name, model, expected) => {
  expect(bandByName(name, model)).toEqual(expected)
})

test('a band that is missing is found where only names tell it, folder by folder', () => {
  const photos = rig((capture) => ({ band: null, ...(capture === 0 ? {} : { relativeAltitude: 40 }) }))
  const twice = [...photos.map((one) => ({ ...one, name: `0000SET/${one.name}` })), ...photos].filter(
    (_, at) => at !== 7,
  )
  expect(describeFlight(photos).bands).toEqual(['Band 1', 'Band 2', 'Band 3'])
  expect(messageOf(twice, 'bands')).toMatch(/^1 of 100 captures lack a band \(Band 2\), of 2 photos\./)
})

test('pictures for viewing of a rig, which share no capture by their tags, are no capture', () => {
  const pictures = rig().map((one, at) => ({
    ...one,
    name: `IMG_260623_100000_${1000 + at}_RGB.JPG`,
    photo: one.photo && { ...one.photo, band: { ...bandOf('Red, Green, Blue', 0), capture: null } },
  }))
  expect(describeFlight([...rig(), ...pictures]).checks.map(({ id }) => id)).not.toContain('bands')
})
