// How the values were made, as sentences for a paper.
import { type Markup, markup } from '#domain/markup.ts'
import { shiftText } from '#domain/shifts.ts'
import { LAYER_NAMES, maskPhrase, unitText } from '#domain/trial-words.ts'
import { MASK_METHODS } from '#domain/trials.ts'
import { counted } from '#domain/units.ts'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { type ExportFlight, type ExportTable, flagsByFlight, hasGenotypes } from '../export-table.ts'
import type { ReportTrait } from './figures.ts'

export const methodsText = (table: ExportTable, traits: readonly ReportTrait[]): Markup =>
  markup`<p>${paragraph(table, traits)}</p>`

/** The same for a file, of all its traits. */
export const methodsOf = (table: ExportTable): string =>
  paragraph(table, [...new Map(table.columns.map((column) => [column.trait, column])).values()])

const paragraph = (table: ExportTable, traits: readonly Named[]): string =>
  [...measuringSentences(table, traits), recordedSentence(table), meanSentence(table)]
    .filter((sentence) => sentence !== '')
    .join(' ')

type Named = Pick<ReportTrait, 'trait'>

function measuringSentences(table: ExportTable, traits: readonly Named[]): string[] {
  const { measurement } = table
  if (!measurement) return []
  const made = `Measured values were computed by ${measurement.softwareVersion} (measurement ${measurement.measurementId}).`
  return [
    flightSentence(table),
    plotSentence(table, measurement.bufferMetres),
    layerSentence(table, traits),
    shiftSentence(table),
    maskSentence(table),
    heightSentence(table, traits),
    made,
  ]
}

/** What no map was needed for. */
function recordedSentence({ columns }: ExportTable): string {
  const titles = columns.flatMap(({ flight, label, unit, date }) => {
    const named = unitText(unit) === '' ? label : `${label} (${unitText(unit)})`
    return flight === null ? [date === null ? named : `${named} on ${date}`] : []
  })
  return titles.length === 0 ? '' : `Recorded by people: ${titles.join(', ')}.`
}

function flightSentence({ trial, flights }: ExportTable): string {
  const dates = flights.map(({ moment }) => moment).toSorted()
  const planted = trial.plantingDate === null ? '' : ` (planted on ${trial.plantingDate})`
  const when = dates.length > 1 ? `between ${dates[0] ?? ''} and ${dates.at(-1) ?? ''}` : `on ${dates[0] ?? ''}`
  const pixels = rangeText(flights.map(({ method }) => method.gsdCm))
  const maps = pixels === '' ? 'orthomosaics' : `orthomosaics with pixels of ${pixels} cm`
  return `${trial.crop ?? 'The crop'}${planted} was measured on ${maps} from ${counted(flights.length, 'flight')} ${when}.`
}

function plotSentence({ plots }: ExportTable, bufferMetres: number): string {
  const edges = bufferMetres > 0 ? `after a margin of ${bufferMetres} m was removed on all sides` : 'up to their edges'
  return `The values of ${counted(plots.length, 'plot')} were computed at full resolution ${edges}; each pixel counted by the share of its area inside the plot, and pixels without data didn't count.`
}

/** What a person has moved. */
function shiftSentence({ flights }: ExportTable): string {
  const moved = flights.flatMap(({ moment, method: { shift } }) => (shift ? [`${shiftText(shift)} on ${moment}`] : []))
  return moved.length === 0
    ? ''
    : `Maps of different dates were brought to one place by moving the plots, after bare ground was compared: ${moved.join('; ')}.`
}

/** Which traits were measured on another photo than the main one of a flight. */
function layerSentence({ flights }: ExportTable, traits: readonly Named[]): string {
  const others = flights.flatMap(({ method }) => method.layers?.slice(1) ?? [])
  const texts = [...Map.groupBy(others, ({ kind }) => kind)].flatMap(([kind, of]) => {
    const names = traits.filter(({ trait }) => of.some((layer) => layer.traits.includes(trait)))
    const pixels = rangeText(of.map(({ gsdCm }) => gsdCm))
    const map = `the ${LAYER_NAMES[kind].toLowerCase()} map of the same flight${pixels === '' ? '' : `, with pixels of ${pixels} cm`}`
    return names.length === 0 ? [] : [`${names.map(({ trait }) => trait).join(', ')} on ${map}`]
  })
  return texts.length === 0 ? '' : `Of flights with several photos, these were measured apart: ${texts.join('; ')}.`
}

/** Each way of telling plants from soil, with its thresholds. */
function maskSentence(table: ExportTable): string {
  const { flights } = table
  const ways = Map.groupBy(flights, ({ method: { maskMethod, maskCleaned = false } }) => {
    const known = MASK_METHODS.find((one) => one === maskMethod)
    return known ? maskPhrase(known, maskCleaned) : maskMethod
  })
  const texts = [...ways].map(([name, of]) => {
    const thresholds = rangeText(of.map(({ method: { maskThreshold } }) => maskThreshold))
    const eta = rangeText(of.map((flight) => flight.method.eta))
    return `${name}${thresholds === '' ? '' : ` (threshold ${thresholds}${eta === '' ? '' : `, separability ${eta}`})`}${ways.size > 1 ? ` on ${datesText(of)}` : ''}`
  })
  const flagged = flagsByFlight(table)
  const fallen = flights.filter((_, at) => flagged[at]?.some((bits) => fromBits(bits).includes('MASK_FALLBACK')))
  const fallback =
    fallen.length > 0
      ? ` On ${datesText(fallen)} no threshold could be trusted, and a fixed one was used in its place.`
      : ''
  return `Plants were told from soil by: ${texts.join('; ')}.${fallback}`
}

const SOIL = {
  calibrated: 'a surface of the second order through soil pixels was subtracted',
  median: 'the median of soil pixels was subtracted',
  level: 'there was too little soil, and the level of both maps is known by corrected positions or the same photos',
  uncalibrated: 'no soil calibration was possible, so that there are no heights',
} as const

function heightSentence({ flights }: ExportTable, traits: readonly Named[]): string {
  if (!traits.some(({ trait }) => trait.startsWith('canopyHeight'))) return ''
  const soils = Map.groupBy(
    flights.filter(({ method }) => method.soilCalibration !== null),
    ({ method }) => method.soilCalibration ?? '',
  )
  const texts = [...soils].map(
    ([state, of]) => `${Object.hasOwn(SOIL, state) ? SOIL[state as keyof typeof SOIL] : state} (${datesText(of)})`,
  )
  const noise = rangeText(
    flights.map(({ method: { chmNoiseMetres } }) => chmNoiseMetres && Math.round(chmNoiseMetres * 1000) / 1000),
  )
  const before = rangeText(
    flights.map(({ method: { soilMedianMetres } }) =>
      soilMedianMetres ? Math.round(soilMedianMetres * 1000) / 1000 : null,
    ),
  )
  const rest = `${before === '' ? '' : `; without calibration, soil lay at ${before} m`}${noise === '' ? '' : `; the noise of the soil was ${noise} m`}`
  return `Heights are differences of surface models${texts.length > 0 ? `; ${texts.join('; ')}` : ''}${rest}.${surfaceSentence(flights)}`
}

function surfaceSentence(flights: ExportTable['flights']): string {
  const surfaces = flights.flatMap(({ method: { surface } }) => surface ?? [])
  if (surfaces.length === 0) return ''
  const parts = [
    ['the noise of a height', surfaces.map(({ noiseCm }) => noiseCm), 1, 'cm'],
    ['tilts up to', surfaces.map(({ tiltPercent }) => tiltPercent), 2, '%'],
    ['bows up to', surfaces.map(({ bowCm }) => bowCm), 1, 'cm'],
  ] as const
  const texts = parts.flatMap(([name, values, digits, unit]) => {
    const text = rangeText(values.map((value) => value && Number(value.toFixed(digits))))
    return text === '' ? [] : [`${name} ${text} ${unit}`]
  })
  const withRtk = surfaces.filter(({ level }) => level === 'rtk').length
  return ` Of the surface models that Skyfurrow made of photos, every other photo against the others says: ${texts.join(', ') || 'nothing, as too few photos overlap'}; ${withRtk} of ${surfaces.length} had positions with corrections.`
}

const meanSentence = (table: ExportTable): string =>
  hasGenotypes(table)
    ? 'Means of genotypes are estimated as if all stood in the same treatments, replicates and blocks, as far as the plots name them.'
    : ''

/** Formulas and references. */
export function traitList({ measurement }: ExportTable, traits: readonly ReportTrait[]): Markup {
  const items = traits.map(({ trait, name, unit, stat }) => {
    if (isRecorded(trait)) return markup`<li><strong>${name}</strong>${inUnit(unit)}: recorded by people.</li>`
    const known = describeTrait(trait, measurement?.formulas)
    const source =
      known.reference === null ? '' : ` (${known.reference}${known.doi === null ? '' : `, doi:${known.doi}`})`
    const formula = known.formula === null ? '' : ` = ${known.formula}`
    return markup`<li><strong>${trait}</strong>${formula}: ${name}${inUnit(unit)}, ${stat} of each plot${source}. ${known.note ?? ''}</li>`
  })
  return markup`<ul>${items}</ul>`
}

const inUnit = (unit: string): string => unitText(unit) && `, ${unitText(unit)}`

const datesText = (flights: readonly ExportFlight[]): string => flights.map(({ moment }) => moment).join(', ')

/** '0.1', or '0.08 to 0.12'. */
function rangeText(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return ''
  const [low, high] = [Math.min(...known), Math.max(...known)].map((value) => String(Number(value.toPrecision(3))))
  return low === high ? `${low}` : `${low} to ${high}`
}
