// What the properties of shapes say of plots.
import type { Plot } from '#domain/trials.ts'
import { attributesOf, type CellOf, plotIdOf } from '../plot-columns/attributes.ts'
import type { PlotRole } from '../plot-columns/names.ts'
import { rolesIn, type TextColumn } from '../plot-columns/roles.ts'
import { type DayOrder, dayOrderOf } from '../tables/read-date.ts'

export type Properties = Record<string, unknown>
export const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The property that says it, for each role that has one. */
export type PropertyRoles = Partial<Record<PlotRole, string>>

/** A file may give each shape properties of its own; more are not looked at. */
const PROPERTIES_MAX = 200

/** By the names of properties, and by what they hold. */
export function rolesOfProperties(all: readonly Properties[]): PropertyRoles {
  const columns = columnsOf(all)
  return Object.fromEntries(Object.entries(rolesIn(columns)).map(([role, at]) => [role, columns[at]?.title]))
}

function columnsOf(all: readonly Properties[]): TextColumn[] {
  const titles = new Set<string>()
  for (const properties of all)
    for (const name of Object.keys(properties)) if (titles.size < PROPERTIES_MAX) titles.add(name)
  return [...titles].map((title) => ({ title, texts: all.map((properties) => textOf(properties, title)) }))
}

export type PropertyReader = {
  /** Undefined when the plot has none. */
  plotIdIn: (properties: Properties) => string | undefined
  /** @throws UnreadablePlots */
  attributesIn: (properties: Properties, plotId: string) => Plot['attributes']
}

/** Reads what is said of each plot of a file. */
export function propertyReader(all: readonly Properties[], roles: PropertyRoles, dayOrder?: DayOrder): PropertyReader {
  const order = dayOrder ?? dayOrderOf(plantingDays(all, roles))
  const cellsOf =
    (properties: Properties): CellOf =>
    (role) => {
      const name = roles[role]
      return name === undefined ? undefined : textOf(properties, name)
    }
  return {
    plotIdIn: (properties) => plotIdOf(cellsOf(properties)),
    attributesIn: (properties, plotId) => attributesOf(cellsOf(properties), `plot ${plotId}`, order),
  }
}

export const plantingDays = (all: readonly Properties[], { plantingDate }: PropertyRoles): string[] =>
  plantingDate === undefined ? [] : all.map((properties) => textOf(properties, plantingDate))

function textOf(properties: Properties, name: string): string {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return typeof value === 'string' ? value.trim() : typeof value === 'boolean' ? String(value) : ''
}
