// What the properties of a plot say, under the names that breeding programs give them.
import { PLOT_ATTRIBUTES, type Plot, type PlotAttribute } from '#domain/trials.ts'
import { UnreadablePlots } from './unreadable-plots.ts'

/** In lower case, without marks between words. Of a plot that has several, the first counts. */
const NAMES: Record<PlotAttribute | 'plotId', readonly string[]> = {
  plotId: ['plotid', 'plot', 'plotno', 'plotnumber', 'plotname', 'observationunitname', 'uniqueid', 'barcode', 'id'],
  row: ['row', 'y'],
  column: ['column', 'col', 'x', 'range', 'bed', 'tier', 'pass'],
  rep: ['rep', 'replicate', 'replication'],
  block: ['block', 'blk', 'iblock', 'subblock'],
  entry: ['entry', 'entryno', 'entrynumber'],
  genotype: [
    'genotype',
    'gid',
    'entryname',
    'variety',
    'cultivar',
    'germplasmname',
    'accession',
    'line',
    'pedigree',
    'name',
  ],
  entryType: ['entrytype'],
  treatment: ['treatment', 'trt'],
  plantingDate: ['plantingdate', 'sowingdate'],
  barcode: ['barcode', 'plotbarcode'],
}
const COLUMNS_BESIDE_RANGES = NAMES.column.filter((name) => name !== 'range')
const TEXT_MAX = 200
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

export type Properties = Record<string, unknown>

/** Undefined when the plot has none. */
export function plotIdIn(properties: Properties, property: string | undefined): string | undefined {
  if (property !== undefined) return Object.hasOwn(properties, property) ? textOf(properties[property]) : undefined
  return find(properties, NAMES.plotId)
}

/** @throws UnreadablePlots */
export function attributesIn(properties: Properties, plotId: string): Plot['attributes'] {
  const attributes: Plot['attributes'] = {}
  for (const attribute of PLOT_ATTRIBUTES) {
    const text = find(properties, NAMES[attribute])
    if (text === undefined) continue
    if (text.length > TEXT_MAX) throw new UnreadablePlots(`The ${attribute} of plot ${plotId} is too long.`)
    attributes[attribute] = text
  }
  const { row, plantingDate } = attributes
  // A range stands for rows where there are columns beside it.
  const range = find(properties, ['range'])
  const column = find(properties, COLUMNS_BESIDE_RANGES)
  if (row === undefined && range !== undefined && column !== undefined)
    Object.assign(attributes, { row: range, column })
  if (plantingDate !== undefined && !DATE.test(plantingDate))
    throw new UnreadablePlots(
      `The planting date of plot ${plotId} is ‘${plantingDate.slice(0, 40)}’. Write it like 2026-05-03.`,
    )
  return attributes
}

function find(properties: Properties, names: readonly string[]): string | undefined {
  const entries = Object.entries(properties).map(([key, value]) => [plain(key), value] as const)
  for (const name of names) {
    const text = textOf(entries.find(([key]) => key === name)?.[1])
    if (text !== undefined) return text
  }
  return undefined
}

/** Whether a column of this name says which plot it is, or what grows there. */
export const isAttribute = (name: string): boolean => Object.values(NAMES).some((names) => names.includes(plain(name)))

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '')

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}
