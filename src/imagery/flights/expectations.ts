// What each ordered output can expect of a flight.
import type { ReportCategory } from '#domain/analyses.ts'
import type { CheckId, CheckSeverity, FlightCheck } from '#domain/flights.ts'

export type Expectation = {
  output: ReportCategory
  /** Null when nothing found makes it worse. */
  worst: Exclude<CheckSeverity, 'inform'> | null
  /** The findings that count for it. */
  because: FlightCheck[]
}

const TRAITS = ['plantFeatures', 'heatMaps'] as const
const SURFACES = ['elevationModels', '3dModel', 'plantFeatures'] as const

/** Findings that count for some outputs only. */
const CONCERNS: Partial<Record<CheckId, readonly ReportCategory[]>> = {
  nadir: ['orthomosaic', ...TRAITS],
  resolution: TRAITS,
  sensitivity: TRAITS,
  exposure: TRAITS,
  bands: TRAITS,
  edited: TRAITS,
  outputs: TRAITS,
  panels: TRAITS,
  irradiance: TRAITS,
  'near-infrared': TRAITS,
  'control-points-heights': SURFACES,
  altitudes: SURFACES,
}

export const expectationsOf = (outputs: readonly ReportCategory[], checks: readonly FlightCheck[]): Expectation[] =>
  outputs.map((output) => {
    const because = checks.filter(
      ({ id, severity }) => severity !== 'inform' && (CONCERNS[id]?.includes(output) ?? true),
    )
    const isStopped = because.some(({ severity }) => severity === 'stop')
    return { output, worst: isStopped ? 'stop' : because.length > 0 ? 'warn' : null, because }
  })
