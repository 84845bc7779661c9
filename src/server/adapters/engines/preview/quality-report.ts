// What the preview is worth, for programs (JSON) and for people (text).
import type { KnownLens, Level } from '#domain/processing.ts'
import type { Bend } from '#imagery/reconstruction/bend.ts'
import type { Reconstruction } from '#imagery/reconstruction/model.ts'
import { overlapOfViews } from '#imagery/reconstruction/overlap-of-views.ts'
import { ofCamera } from '#imagery/reconstruction/solve-model.ts'
import type { RunQuality } from '../engine.ts'
import { labelOf, levelOf, type MadeSurface, type Model, type Prepared } from './preview-files.ts'

export type Quality = ReturnType<typeof qualityOf>

const LEANS = 'Tall things lean in the orthomosaic, and may look blurred where photos meet.'
const WORTH = [
  'Good for looking, for counting and for areas. Heights are about 1 m, places as good as the GPS of the drone. It is no survey.',
  'The elevation is of tie points on the ground: it has no shape of plants, trees or roofs, so no plant heights.',
  LEANS,
]
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`

/** As a surface needs it: with less, few places are shown by four photos, and noise grows. */
const OVERLAPS_MIN = { front: 0.7, side: 0.6 }
/** What a surface should have: with more noise, plots that differ by a few centimetres can't be told apart. */
const TARGETS = { noise: 0.02, tiltPercent: 0.2, bow: 0.03, refusedShare: 0.2 }
/** Heights above the sea: of a receiver without corrections, and of one with them, where the focal length is free. */
const LEVEL_TEXTS: Readonly<Record<Level, string>> = { gps: 'about 1 m', rtk: 'about 5 cm' }
const centimetres = (metres: number): string => `${(metres * 100).toFixed(1)} cm`

function plotHeights(noise: number | null): string {
  const how = 'above the soil beside them, as their 90th to 99th percentiles'
  if (noise === null)
    return `Plot heights: not known how exact. Too few photos overlap to compare every other one with the others; fly with 80 % along and 70 % across.`
  return Number(noise.toFixed(3)) <= TARGETS.noise
    ? `Plot heights: yes, ${how}; the noise of a height is ${centimetres(noise)}.`
    : `Plot heights: only differences well above ${centimetres(noise)}, which is the noise of a height; ${centimetres(TARGETS.noise)} or less is good. Fly lower, slower, in calm air, or with more overlap.`
}

const TERRAIN_TEXTS = {
  made: 'The terrain is soil that is seen, told by its colour, and up to 2.5 m beyond; roofs, cars and plants are left out. Dry plants of the colour of soil may be in it where they stand close for more than 9 m.',
  colours: 'There is no terrain: colours of a camera for near infrared do not tell plants from soil.',
  hidden: 'There is no terrain: plants hide the soil. Fly before they come up, for the bare ground of the trial.',
}

/** What the surface was tried on is said with it: one made field, and one park. */
const worthOfSurface = ({ refusedShare, noise, terrain }: MadeSurface, bend: Bend | null, level: Level): string[] => [
  plotHeights(noise),
  'On a made field, plots differed from the truth by 1 to 3 cm at 1.5 cm a pixel in calm air. No field with plants that were measured by tape was tried yet.',
  'Volumes: under the hull of the canopy only, because soil between plants is hidden from above. The mean is that of the hull, too.',
  `Absolute heights: no, they are off by ${LEVEL_TEXTS[level]}${bend ? `, and by a tilt of up to ${bend.tiltPercent.toFixed(2)} % and a bow of up to ${centimetres(bend.bowMetres)}, by every other photo against the others` : ', and by a tilt and a bow that too few photos tell of'}. Heights against the soil of another date need soil beside the plots, which is brought to 0.`,
  `${percent(refusedShare)} of the surface has no height: too few photos, nothing to compare, water, wind, or plants that photos show differently. confidence.tif says which.`,
  TERRAIN_TEXTS[terrain.why ?? 'made'],
  'In the orthomosaic, what has a height stands where it is, and hides nothing that another photo shows. What has none is drawn as on flat ground, and may lean.',
]

export function qualityOf(prepared: Prepared, { solved, layout, bend }: Model, made: MadeSurface | null) {
  const { photos, leftOut, matched, statedHeight, nearInfrared, epsg } = prepared
  const { figures, model } = solved
  const level = levelOf(matched)
  const registered = new Set(model.views.map(({ name }) => name))
  const unplaced = matched
    .filter(({ matchedName }) => !registered.has(matchedName))
    .map(({ name }) => ({ name, reason: 'could not be joined' }))
  return {
    engine: 'preview',
    accuracy: labelOf(made !== null, level),
    level,
    overlap: overlapOfViews(model, { ground: layout.ground, names: matched.map(({ matchedName }) => matchedName) }),
    surface: made && {
      cellCm: made.grid.cell * 100,
      refusedShare: made.refusedShare,
      noiseMetres: made.noise,
      bend,
      terrain: made.terrain.why ?? 'made',
    },
    worth: made ? worthOfSurface(made, bend, level) : WORTH,
    photos,
    matchedPhotos: matched.length,
    ...figures,
    statedHeightMetres: statedHeight,
    nearInfraredPhotos: nearInfrared,
    leftOut: [...leftOut, ...unplaced],
    knownLenses: lensesOf(matched, model),
    /** Of each camera whose rows were taken one after the other. */
    sweepsMs: model.cameras.flatMap(({ lens: { sweep = 0 } }) => (sweep === 0 ? [] : [sweep * 1000])),
    pixelCm: layout.pixel * 100,
    areaHectares: layout.areaHectares,
    continuedShare: layout.continuedShare,
    epsg,
  }
}

/** Of cameras that say their serial number. */
function lensesOf(matched: Prepared['matched'], { cameras, views }: Reconstruction): KnownLens[] {
  const serials = new Map(matched.map(({ matchedName, serial }) => [matchedName, serial]))
  return cameras.flatMap(({ lens: { k1, k2 } }, at) => {
    const serial = ofCamera(views, at, serials)
    return serial ? [{ serial, k1, k2 }] : []
  })
}

const LEFT_OUT_SHOWN = 20
/** A focal length that is held to 0.3 % moves that far only where the photos speak against it; often they say nothing of it. */
const FOCAL_MOVED_PERCENT = 1
/** A share: a place of take-off is seldom as high as the field. */
const HEIGHT_OFF = 0.2
/** Of the map beyond the tie points; some of it always is, at its edges. */
const CONTINUED_SHARE = 0.1

/** What speaks against the colours, the heights and the places. */
function doubtsOf(quality: Quality): string[] {
  const { photos, nearInfraredPhotos, lenses, statedHeightMetres, heightAboveGroundMetres, continuedShare } = quality
  const off = statedHeightMetres === null ? 0 : heightAboveGroundMetres / statedHeightMetres - 1
  const found = [
    quality.surface &&
      isThin(quality) &&
      `Photos overlap by ${overlapText(quality)}: with less, heights are missing where fewer than four photos show a place, and are less exact elsewhere.`,
    nearInfraredPhotos > 0 &&
      `Plants look red or purple in ${nearInfraredPhotos} of ${photos} photos, as from a camera that was converted to near infrared: RGB indices and cover will be wrong on these maps.`,
    continuedShare > CONTINUED_SHARE &&
      `${Math.round(continuedShare * 100)} % of the map lies beyond the points that photos have in common, as over forest and water: places there are less exact, and it has no elevation.`,
    Math.abs(off) > HEIGHT_OFF &&
      `The ground lies ${heightAboveGroundMetres.toFixed(0)} m below the camera; the photos say ${statedHeightMetres?.toFixed(0)} m above the place of take-off.`,
    ...lenses.map(
      ({ differencePercent }) =>
        Math.abs(differencePercent) > FOCAL_MOVED_PERCENT &&
        `The photos fit one another better with a focal length ${differencePercent > 0 ? 'longer' : 'shorter'} than they say. If it is stated wrongly, heights are wrong by as much.`,
    ),
  ]
  return found.filter((doubt) => typeof doubt === 'string')
}

const overlapText = ({ overlap }: Quality): string =>
  overlap?.front && overlap.side
    ? `${percent(overlap.front.median)} along, ${percent(overlap.side.median)} across (target: ${percent(OVERLAPS_MIN.front)} and ${percent(OVERLAPS_MIN.side)} or more)`
    : 'unknown'

const isThin = ({ overlap }: Quality): boolean =>
  (overlap?.front?.median ?? 1) < OVERLAPS_MIN.front || (overlap?.side?.median ?? 1) < OVERLAPS_MIN.side

const inCentimetres = (metres: number | null | undefined): number | null => (metres == null ? null : metres * 100)

export function runQualityOf(quality: Quality): RunQuality {
  const { leftOut, lenses } = quality
  const [lens] = [...lenses].sort((a, b) => b.photos - a.photos)
  const shown = leftOut.slice(0, LEFT_OUT_SHOWN).map(({ name, reason }) => `${name} was left out: it ${reason}.`)
  const more = leftOut.length - shown.length
  return {
    photos: quality.photos,
    usedPhotos: quality.registered,
    reprojectionPixels: quality.reprojectionPixels,
    gpsHorizontalMetres: quality.gpsFit.horizontalMetres,
    gpsVerticalMetres: quality.gpsFit.verticalMetres,
    groundTiltDegrees: quality.tiltDegrees,
    focalRatio: lens ? lens.focalRatio / lens.byPhotos : null,
    gsdCm: quality.pixelCm,
    areaHectares: quality.areaHectares,
    refusedShare: quality.surface?.refusedShare ?? null,
    noiseCm: inCentimetres(quality.surface?.noiseMetres),
    level: quality.surface && quality.level,
    tiltPercent: quality.surface?.bend?.tiltPercent ?? null,
    bowCm: inCentimetres(quality.surface?.bend?.bowMetres),
    lenses: quality.surface ? quality.knownLenses : [],
    notes: [
      `Accuracy: ${quality.accuracy}.`,
      ...quality.worth,
      ...doubtsOf(quality),
      ...shown,
      ...(more > 0 ? [`${more} more photos were left out.`] : []),
    ],
  }
}

const aimed = (value: string | undefined, target: string) => `${value ?? 'unknown'} (target: ${target} or less)`

function rowsOfSurface(
  { cellCm, noiseMetres, refusedShare, bend }: NonNullable<Quality['surface']>,
  level: Level,
): [string, string][] {
  return [
    ['Cell of the surface', `${cellCm.toFixed(2)} cm`],
    [
      'Noise of a height',
      aimed(noiseMetres === null ? undefined : centimetres(noiseMetres), centimetres(TARGETS.noise)),
    ],
    ['Level', `${LEVEL_TEXTS[level]} (positions ${level === 'rtk' ? 'with' : 'without'} corrections)`],
    ['Tilt', aimed(bend?.tiltPercent.toFixed(2).concat(' %'), `${TARGETS.tiltPercent} %`)],
    ['Bow', aimed(bend ? centimetres(bend.bowMetres) : undefined, centimetres(TARGETS.bow))],
    ['Without height', aimed(percent(refusedShare), percent(TARGETS.refusedShare))],
  ]
}

export function textOf(quality: Quality): string {
  const { gpsFit, lenses } = quality
  const rows: [string, string][] = [
    ['Accuracy', quality.accuracy],
    ['Photos used', `${quality.registered} of ${quality.photos}`],
    ['Tie points', String(quality.tiePoints)],
    [
      'Reprojection error',
      `${quality.reprojectionPixels.toFixed(2)} px (root mean square, of photos ${Math.max(...lenses.map(({ width }) => width))} px wide)`,
    ],
    [
      'Fit to GPS',
      `${gpsFit.horizontalMetres.toFixed(2)} m across, ${gpsFit.verticalMetres.toFixed(2)} m up (root mean square; the positions took part)`,
    ],
    ['Tilt of the ground', `${quality.tiltDegrees.toFixed(1)}°`],
    ['Height above ground', `${quality.heightAboveGroundMetres.toFixed(1)} m`],
    ...lenses.map(({ photos, differencePercent }, at): [string, string] => [
      lenses.length > 1 ? `Focal length, camera ${at + 1}` : 'Focal length',
      `${differencePercent >= 0 ? '+' : ''}${differencePercent.toFixed(1)} % against what ${photos} photos say`,
    ]),
    ...quality.sweepsMs.map((sweep): [string, string] => [
      'Rolling shutter',
      `${Math.abs(sweep).toFixed(0)} ms from the first row to the last, by what photos show`,
    ]),
    ['Overlap', overlapText(quality)],
    ['Pixel', `${quality.pixelCm.toFixed(2)} cm`],
    ...(quality.surface ? rowsOfSurface(quality.surface, quality.level) : []),
    ['Area', `${quality.areaHectares.toFixed(2)} ha`],
    ['Coordinates', `EPSG:${quality.epsg}`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return [
    quality.surface ? 'Quality of a surface' : 'Quality of a preview',
    '',
    ...rows.map(([name, value]) => `${name.padEnd(width)}${value}`),
    '',
    ...quality.worth,
    ...doubtsOf(quality),
    '',
    quality.leftOut.length === 0 ? 'No photo was left out.' : 'Left out:',
    ...quality.leftOut.map(({ name, reason }) => `  ${name}: ${reason}`),
    '',
  ].join('\n')
}
