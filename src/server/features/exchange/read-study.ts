import { z } from 'zod'
import type { FoundStudy } from '#contract/exchange.ts'
import { dateOf } from '#domain/dates.ts'
import type { PlotThere } from '#domain/exchange/match-plots.ts'
import { PLOTS_MAX } from '#domain/trials.ts'
import { MiB } from '#domain/units.ts'
import type { BrapiClient } from '../../adapters/outside/brapi-client.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'

// What a study of another database has, as far as it is exchanged. Databases send ids and codes as texts or as numbers.

const ID_MAX = 300
const TEXT_MAX = 2000
/** Of a variable, beside its name. */
const NAMES_MAX = 20
/** Characters. */
const OUTLINE_MAX = 5000

const word = z
  .union([z.string().max(ID_MAX).refine(isPlain, 'has characters that no text has'), z.int()])
  .transform(String)
/** What is longer than anything that is kept is cut. */
const cut = (length: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined ? null : plain(String(value).slice(0, length))))
const text = cut(TEXT_MAX)
const label = cut(ID_MAX)

/** The first ones of a list of facts. */
const few = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value.slice(0, NAMES_MAX) : (value ?? [])), z.array(item))
const references = few(z.object({ referenceId: text, referenceID: text, referenceSource: label }))

/** PostgreSQL keeps neither. */
function isPlain(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}
const plain = (value: string): string => value.toWellFormed().replaceAll('\u0000', '')

/** Characters of the pages of a list that is kept. */
const KEPT_MAX = MiB(64)
const STUDIES_MAX = 500
const SEASONS_SHOWN = 3
const VARIABLES_MAX = 20_000
/** Plots, and the plants, blocks and so on that some databases list beside them. */
const UNITS_MAX = PLOTS_MAX * 10
const OBSERVATIONS_MAX = 1_000_000

const study = z.object({
  studyDbId: word,
  studyName: label,
  locationName: label,
  seasons: few(z.unknown()),
})

export async function listStudies(client: BrapiClient): Promise<FoundStudy[]> {
  const found: FoundStudy[] = []
  const rows = client.rows(
    'studies',
    {},
    { schema: study, idOf: ({ studyDbId }) => studyDbId, rowsMax: VARIABLES_MAX, bytesMax: KEPT_MAX },
  )
  for await (const page of rows) {
    for (const { studyDbId, studyName, locationName, seasons } of page) {
      const years = seasons.filter((season) => typeof season === 'string').slice(0, SEASONS_SHOWN)
      const about = [locationName, ...years].filter(Boolean).join(', ').slice(0, ID_MAX)
      found.push({ studyDbId, studyName: studyName ?? studyDbId, about })
    }
    if (found.length >= STUDIES_MAX) break
  }
  return found.slice(0, STUDIES_MAX)
}

export async function readStudy(client: BrapiClient, studyId: string): Promise<{ name: string }> {
  const { studyName } = await client.one(`studies/${encodeURIComponent(studyId)}`, study)
  return { name: studyName ?? studyId }
}

const level = z.object({ levelName: label, levelCode: label }).nullish()
const unit = z.object({
  studyDbId: text,
  observationUnitDbId: word,
  observationUnitName: label,
  germplasmName: label,
  observationUnitPosition: z
    .object({
      observationLevel: level,
      observationLevelRelationships: few(level),
      entryType: label,
      positionCoordinateX: label,
      positionCoordinateXType: label,
      positionCoordinateY: label,
      positionCoordinateYType: label,
      geoCoordinates: z.object({ geometry: z.looseObject({ type: z.string() }).nullish() }).nullish(),
    })
    .nullish(),
})

export type Unit = PlotThere & {
  rep: string | null
  block: string | null
  entryType: string | null
  outline: { type: string } | null
}

/** The plots of a study, and how many units of other levels it has. */
export async function readUnits(client: BrapiClient, studyId: string): Promise<{ plots: Unit[]; others: number }> {
  const plots = new Map<string, Unit>()
  const others = new Set<string>()
  const wanted = {
    schema: unit,
    idOf: (row: z.output<typeof unit>) => row.observationUnitDbId,
    rowsMax: UNITS_MAX,
    bytesMax: KEPT_MAX,
  }
  for await (const page of client.rows('observationunits', { studyDbId: studyId }, wanted))
    for (const row of page) {
      // Some databases don't know the parameter, and answer all.
      if (row.studyDbId !== null && row.studyDbId !== studyId) continue
      const name = row.observationUnitPosition?.observationLevel?.levelName?.toLowerCase() ?? 'plot'
      if (name === 'plot') plots.set(row.observationUnitDbId, unitOf(row))
      else others.add(row.observationUnitDbId)
      if (plots.size > PLOTS_MAX)
        throw new CantBeDone(
          `The study has more than ${PLOTS_MAX.toLocaleString('en')} plots, which is what a trial can have.`,
        )
    }
  return { plots: [...plots.values()], others: others.size }
}

function unitOf({ observationUnitDbId, observationUnitName, germplasmName, ...row }: z.output<typeof unit>): Unit {
  const position = row.observationUnitPosition
  const levels = [position?.observationLevel, ...(position?.observationLevelRelationships ?? [])]
  const codeOf = (name: string) => levels.find((one) => one?.levelName?.toLowerCase() === name)?.levelCode ?? null
  const geometry = position?.geoCoordinates?.geometry
  return {
    unitId: observationUnitDbId,
    name: observationUnitName,
    number: codeOf('plot'),
    genotype: germplasmName,
    rep: codeOf('rep') ?? codeOf('replicate'),
    block: codeOf('block'),
    entryType: position?.entryType ?? null,
    outline: geometry && isOutline(geometry) ? geometry : null,
    ...placeOf(position ?? null),
  }
}

/** Of a plot, not of a landscape. */
const isOutline = (geometry: { type: string }): boolean =>
  ['Polygon', 'MultiPolygon'].includes(geometry.type) && JSON.stringify(geometry).length <= OUTLINE_MAX

type Position = Exclude<z.output<typeof unit>['observationUnitPosition'], undefined>

/** The types say which of the two is the row; without them X is the column. Degrees and metres are no place in a grid. */
function placeOf(position: Position): Pick<Unit, 'row' | 'column'> {
  const axes = [
    { value: position?.positionCoordinateX ?? null, type: position?.positionCoordinateXType ?? 'GRID_COL' },
    { value: position?.positionCoordinateY ?? null, type: position?.positionCoordinateYType ?? 'GRID_ROW' },
  ]
  const valueOf = (types: readonly string[]) => axes.find(({ type }) => types.includes(type))?.value ?? null
  return { row: valueOf(['GRID_ROW', 'PLANTED_ROW']), column: valueOf(['GRID_COL', 'PLANTED_INDIVIDUAL']) }
}

const variable = z.object({
  observationVariableDbId: word,
  observationVariableName: label,
  observationVariablePUI: label,
  synonyms: few(label),
  externalReferences: references,
  scale: z.object({ dataType: label, units: label }).nullish(),
})

export type VariableThere = {
  id: string
  name: string
  /** What it is called beside its id and name. */
  others: string[]
  dataType: string
  /** Null where it says none. */
  unit: string | null
}

/** Of a study, or without one of all. */
export async function readVariables(client: BrapiClient, studyId?: string): Promise<VariableThere[]> {
  const found = new Map<string, VariableThere>()
  const wanted = {
    schema: variable,
    idOf: (row: z.output<typeof variable>) => row.observationVariableDbId,
    rowsMax: VARIABLES_MAX,
    bytesMax: KEPT_MAX,
  }
  for await (const page of client.rows('variables', { studyDbId: studyId }, wanted))
    for (const row of page) found.set(row.observationVariableDbId, variableOf(row))
  return [...found.values()]
}

function variableOf(row: z.output<typeof variable>): VariableThere {
  const { observationVariableDbId: id, observationVariableName, observationVariablePUI, scale } = row
  const name = observationVariableName?.trim() || id
  const known = row.externalReferences.flatMap((one) => [one.referenceId, one.referenceID])
  const others = [observationVariablePUI, ...row.synonyms, ...known]
  return {
    id,
    name,
    others: others.filter((one) => one !== null),
    dataType: scale?.dataType ?? '',
    unit: scale?.units ?? null,
  }
}

const observation = z.object({
  studyDbId: text,
  observationDbId: word,
  observationUnitDbId: word,
  observationVariableDbId: word,
  observationTimeStamp: label,
  value: text,
  externalReferences: references,
})

export type ValueThere = {
  id: string
  unitId: string
  variableId: string
  /** As it is written there; null where none is known. */
  day: string | null
  /** That of the same moment in UTC, where it is another one: some databases write times as they are where they stand. */
  utcDay: string | null
  value: string
  /** What we called it when we sent it. */
  reference: string | null
}

/** The values of a study, or of one of its variables, page by page. */
export async function* readValues(
  client: BrapiClient,
  of: { studyId: string; variableId?: string; source: string },
): AsyncGenerator<ValueThere[]> {
  const query = { studyDbId: of.studyId, observationVariableDbId: of.variableId }
  const wanted = {
    schema: observation,
    idOf: (row: z.output<typeof observation>) => row.observationDbId,
    rowsMax: OBSERVATIONS_MAX,
  }
  for await (const page of client.rows('observations', query, wanted))
    yield page.flatMap(({ observationVariableDbId: variableId, studyDbId, value, ...row }) => {
      // Some databases don't know a parameter, and answer all.
      const isOther = (studyDbId !== null && studyDbId !== of.studyId) || variableId !== (of.variableId ?? variableId)
      if (isOther || value === null || value.trim() === '') return []
      const ours = row.externalReferences.find(({ referenceSource }) => referenceSource === of.source)
      return [
        {
          id: row.observationDbId,
          unitId: row.observationUnitDbId,
          variableId,
          ...daysOf(row.observationTimeStamp ?? ''),
          value: value.trim(),
          reference: ours?.referenceId ?? ours?.referenceID ?? null,
        },
      ]
    })
}

function daysOf(time: string): Pick<ValueThere, 'day' | 'utcDay'> {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(time) ?? []
  if (day === undefined) return { day: null, utcDay: null }
  const at = new Date(time.replace(' ', 'T'))
  const inUtc = Number.isNaN(at.getTime()) ? day : dateOf(at)
  return { day, utcDay: inUtc === day ? null : inUtc }
}
