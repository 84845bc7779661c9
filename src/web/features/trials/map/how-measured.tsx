import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import { Detail, Details } from '#web/ui/details.tsx'
import { MASK_NAMES, SCOPE_NAMES, STAT_NAMES } from '../messages.ts'
import { Disclosure } from '../workspace/disclosure.tsx'
import type { OnDay } from '../workspace/workspace.ts'

type HowMeasuredProps = OnDay & { /** The place of the plot. */ at: number }

/** What made the value of a plot on a date. */
export function HowMeasured({ workspace, day, at }: HowMeasuredProps) {
  const { measurement, trait, stat, scope, flights } = workspace
  if (!measurement || !day.made) return null
  const { bufferMetres, mask, plotsVersion, softwareVersion, author } = measurement
  const { date, pixels } = day
  const { maskThreshold, gsdCm, mapSha256, layer } = day.made
  const known = findTrait(trait.trait)
  const flight = flights.find(({ trialFlightId }) => trialFlightId === day.flightId)
  const map = (flight?.layers.find(({ kind }) => kind === layer) ?? flight?.orthomosaic)?.fileName
  const count = pixels[at] ?? null
  return (
    <Disclosure summary={`What made the value of ${dateText(date)}`}>
      <Details>
        {known && (
          <Detail name="Formula">
            {known.formula} <span className="text-muted">({known.reference})</span>
          </Detail>
        )}
        <Detail name="Statistic">{`${STAT_NAMES[stat]} of ${SCOPE_NAMES[scope].toLowerCase()}`}</Detail>
        <Detail name="Pixels">
          {count === null ? '–' : Math.round(count).toLocaleString('en')}
          {gsdCm !== null && ` of ${Number(gsdCm.toPrecision(3))} cm`}
        </Detail>
        <Detail name="Plants">
          {MASK_NAMES[mask.method]}
          {maskThreshold !== null && ` (${Number(maskThreshold.toPrecision(3))})`}
        </Detail>
        <Detail name="Plots">{`version ${plotsVersion}${bufferMetres > 0 ? `, without ${bufferMetres} m at their edges` : ''}`}</Detail>
        {map !== undefined && (
          <Detail name="Map">{`${displayName(map)}${layer ? ` (${LAYER_NAMES[layer].toLowerCase()})` : ''}`}</Detail>
        )}
        <Detail name="SHA-256 of the map">
          <span className="font-mono text-xs break-all">{mapSha256}</span>
        </Detail>
        <Detail name="Measured by">{[displayName(author), softwareVersion].filter(Boolean).join(', ')}</Detail>
      </Details>
    </Disclosure>
  )
}
