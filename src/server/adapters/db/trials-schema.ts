// The tables of trials.
import type { ColumnType, GeneratedAlways, Selectable } from 'kysely'
import type { PlotLayout } from '#contract/plot-layout.ts'
import type { DayTemperature } from '#domain/degree-days.ts'
import type { FlightMethod } from '#domain/flight-method.ts'
import type { Crs } from '#domain/maps.ts'
import type { MeasuredShift, Shift } from '#domain/shifts.ts'
import type { Bounds, LayerKind, MeasurementSettings, MultiPolygon, Plot, ValueType } from '#domain/trials.ts'

/** A field and season of a customer. Dates are ISO dates. */
export type TrialsTable = {
  id: string
  accountId: string
  projectId: string | null
  name: string
  crop: string | null
  plantingDate: string | null
  createdAt: Date
}

/** What was flown at a moment. */
export type TrialFlightsTable = {
  id: string
  trialId: string
  takenOn: string
  /** By the clock of the field, like 09:30; null where nobody said it. */
  takenAt: string | null
  /** Its day, and the time of day where that is known. Of two flights of a trial it differs, so screens and files name them by it. */
  moment: GeneratedAlways<string>
  createdAt: Date
}

/** A map of a flight. `fileId` is null once the file was removed. */
export type FlightLayersTable = {
  flightId: string
  kind: LayerKind
  fileId: string | null
  name: string
}

/** From which the heights of flights are measured that have no bare ground of their own. */
export type TrialGroundsTable = {
  trialId: string
  fileId: string | null
  name: string
}

/** The layers of flights, and the bare ground that they have of their trial. */
export type UsedLayersView = FlightLayersTable & { ofTrial: boolean }

export type FlightLayer = Omit<UsedLayersView, 'flightId'>
/** With its maps, at least one of which is a photo. */
export type TrialFlight = Selectable<TrialFlightsTable> & { layers: readonly FlightLayer[] }

/** A version of the plots of a trial; none is changed. */
export type TrialPlotsTable = {
  trialId: string
  version: number
  /** Of the coordinates of the plots. */
  crs: ColumnType<Crs, string, never>
  /** How it was laid out on the screen; null when it was imported. */
  layout: ColumnType<PlotLayout | null, string | null | undefined, never>
  count: number
  bounds: ColumnType<Bounds, string, never>
  /** Of the plots and their coordinate system. */
  sha256: string
  /** Of all its plots, towards the quota. */
  bytes: number
  authorId: string | null
  createdAt: Date
}

/** A plot of a version. */
export type PlotsTable = {
  trialId: string
  version: number
  /** In the order of the version, from 0. */
  place: number
  number: number
  plotId: string
  attributes: ColumnType<Plot['attributes'], string, never>
  geometry: ColumnType<MultiPolygon, string, never>
  /** The geometry in longitude and latitude (WGS84); null when it is in it already. */
  lonLat: ColumnType<MultiPolygon | null, string | null, never>
}

/** A plot that is left out, on all flights or on one. */
export type TrialExclusionsTable = {
  id: string
  trialId: string
  plotId: string
  flightId: string | null
  reason: string
  authorId: string | null
  createdAt: Date
}

/** The mean of each day, °C, with the limits between which a crop grows. */
export type TrialTemperaturesTable = {
  trialId: string
  base: number
  upper: number | null
  days: ColumnType<DayTemperature[], string, string>
  authorId: string | null
  changedAt: Date
}

/** Values of people, by the ids of plots. */
type TrialColumnsTable = {
  id: string
  trialId: string
  name: string
  unit: string | null
  takenOn: string | null
  /** As a person chose; null to tell it from the values. */
  valueType: ColumnType<ValueType | null, ValueType | null | undefined>
  plotValues: ColumnType<Record<string, number | string>, string, string>
  authorId: string | null
  changedAt: Date
}

/** Photos of plots that phones send. */
type PlotImagesTable = {
  id: string
  trialId: string
  plotId: string
  name: string
  fileName: string
  /** As it was sent: a day, or a time with its zone. */
  takenAt: string | null
  authorId: string | null
  madeAt: Date
  /** A WebP. It and its size are null until it has come. */
  bytes: ColumnType<Uint8Array | null, undefined, Uint8Array>
  width: ColumnType<number | null, undefined, number>
  height: ColumnType<number | null, undefined, number>
}

/** Formulas of people: of own traits, or of columns of the table. */
type TrialFormulasTable = {
  id: string
  trialId: string
  /** Null of a column. */
  trait: string | null
  name: string
  formula: string
  unit: string | null
  authorId: string | null
  changedAt: Date
}

/** What people add to a trial. */
export type OwnDataTables = {
  plotImages: PlotImagesTable
  trialColumns: TrialColumnsTable
  trialFormulas: TrialFormulasTable
}

export type MeasurementsTable = {
  /** Also of the work. */
  id: string
  trialId: string
  plotsVersion: number
  settings: ColumnType<MeasurementSettings, string, never>
  softwareVersion: string
  authorId: string | null
  createdAt: Date
}

/** A flight that a measurement has finished. */
export type MeasuredFlightsTable = {
  measurementId: string
  flightId: string
  /** SHA-256 of all that the values depend on. */
  inputs: string
  /** Of what the values of photos depend on. */
  photoInputs: string
  method: ColumnType<FlightMethod, string, never>
}

/** The newest measuring of shifts of a trial. */
export type ShiftRunsTable = {
  /** Also of the work. */
  id: string
  trialId: string
  referenceId: string
  authorId: string | null
  createdAt: Date
}

/** How far the map of a flight lies from that of another one. */
export type MeasuredShiftsTable = {
  flightId: string
  referenceId: string
  maker: number
  /** Hashes of the two maps with what was known of them; null of one that couldn't be read. */
  flightMap: string | null
  referenceMap: string | null
  measured: ColumnType<MeasuredShift, string, string>
  authorId: string | null
  measuredAt: Date
}

/** By how much a person has moved the plots on the map of a flight. */
export type AppliedShiftsTable = Shift & {
  flightId: string
  /** Null when that flight was removed. */
  referenceId: string | null
  /** Hash of the map for which it was measured. */
  flightMap: string
  authorId: string | null
  appliedAt: Date
}

/**
 * The values of a trait on a flight, once for all measurements of the same inputs: columns of a float64 (little endian) for each plot,
 * one after another.
 */
export type FlightValuesTable = {
  flightId: string
  inputs: string
  trait: string
  unit: string
  columns: ColumnType<string[], string, never>
  data: Uint8Array
}

/** What shows only beside the other flights of a measurement: the whole column of flags, in place of that of the values. */
export type SeasonFlagsTable = { measurementId: string; flightId: string; trait: string; flags: Uint8Array }

/** A view: the traits of each measurement with their values. */
export type MeasuredTraitsView = Omit<FlightValuesTable, 'inputs'> & {
  measurementId: string
  seasonFlags: Uint8Array | null
}

/** What was made of the map of a flight when it was asked for. */
export type FlightFilesTable = {
  key: string
  mapFileId: string
  /** Null until it is stored. */
  bytes: number | null
}

/** What a client of BrAPI searches for, by the names of the standard. */
export type BrapiSearchesTable = {
  id: string
  userId: string
  noun: string
  asked: ColumnType<Record<string, unknown>, string, never>
  madeAt: Date
}

/** Of an account: by name and unit, as own columns have them. */
export type OwnVariablesTable = {
  accountId: string
  id: string
  name: string
  unit: string | null
  valueType: ValueType
  authorId: string | null
  madeAt: Date
}
