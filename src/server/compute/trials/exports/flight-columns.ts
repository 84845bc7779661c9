import type { ExportFlight, ExportTable } from './export-table.ts'

type Cell = string | number | boolean | null
type FlightColumn = readonly [
  title: string,
  type: 'TEXT' | 'INTEGER' | 'REAL',
  read: (flight: ExportFlight, table: ExportTable) => Cell,
]

/** How the values of a flight were made, by the names that the long table has. */
export const FLIGHT_COLUMNS: readonly FlightColumn[] = [
  ['date', 'TEXT', ({ moment }) => moment],
  ['dap', 'INTEGER', ({ daysAfterPlanting }) => daysAfterPlanting],
  ['gdd', 'REAL', ({ degreeDays }) => degreeDays],
  ['orthomosaic', 'TEXT', ({ orthomosaicName }) => orthomosaicName],
  ['map_sha256', 'TEXT', ({ method }) => method.orthomosaicSha256],
  ['gsd_cm', 'REAL', ({ method }) => method.gsdCm],
  ['shift_east_m', 'REAL', ({ method }) => method.shift?.eastMetres ?? 0],
  ['shift_north_m', 'REAL', ({ method }) => method.shift?.northMetres ?? 0],
  ['grid_version', 'INTEGER', (_, { plotsVersion }) => plotsVersion],
  ['buffer_m', 'REAL', (_, { measurement }) => measurement?.bufferMetres ?? null],
  ['mask_method', 'TEXT', ({ method }) => method.maskMethod],
  ['mask_threshold', 'REAL', ({ method }) => method.maskThreshold],
  ['mask_cleaned', 'INTEGER', ({ method }) => method.maskCleaned ?? false],
  ['eta', 'REAL', ({ method }) => method.eta],
  ['z0_source', 'TEXT', ({ method }) => method.z0Source],
  ['soil_calibration', 'TEXT', ({ method }) => method.soilCalibration],
  ['soil_median_m', 'REAL', ({ method }) => method.soilMedianMetres ?? null],
  ['chm_noise_m', 'REAL', ({ method }) => method.chmNoiseMetres],
  ['software_version', 'TEXT', (_, { measurement }) => measurement?.softwareVersion ?? null],
  ['run_id', 'TEXT', (_, { measurement }) => measurement?.measurementId ?? null],
]
