import type { ReplyOf } from '#contract/api.ts'
import { dateText } from '#domain/dates.ts'
import type { RecordedTrait } from '#imagery/plot-values/recorded-traits.ts'
import { TableHeads } from '#web/ui/list/table-heads.tsx'
import { Disclosure } from './disclosure.tsx'
import { type DatedHeights, type HeightsByHand, heightsByHand, isAsByTape } from './heights-by-hand.ts'
import type { PlotOutline } from './plot-geometry.ts'

type Height = NonNullable<ReplyOf<'getTraitValues'>['data']['height']>

type HeightNotesProps = {
  trait: string
  stat: string
  dates: readonly (Height & DatedHeights)[]
  recorded: readonly RecordedTrait[]
  plots: readonly Pick<PlotOutline, 'plotId'>[]
}

/** How heights came about on each date: what they are measured from, and how much of them is noise. */
export function HeightNotes({ dates, trait, stat, recorded, plots }: HeightNotesProps) {
  return (
    <Disclosure summary="How heights were calibrated">
      <table className="text-sm tabular-nums">
        <TableHeads
          titles={['Date', 'Measured from', 'Soil before', 'Noise after', 'Noise of the map', 'Calibration']}
        />
        <tbody>
          {dates.map(({ date, z0Source, soilCalibration, soilMedianMetres, noiseMetres, surface }) => (
            <tr key={date} className="border-t border-line">
              <th scope="row" className="py-1 pr-6 text-left font-medium whitespace-nowrap">
                {dateText(date)}
              </th>
              <td className="pr-6">{z0Source === 'ground' ? 'the bare ground' : 'the soil of the flight'}</td>
              <td className="pr-6">{centimetres(soilMedianMetres)}</td>
              <td className="pr-6">{centimetres(noiseMetres)}</td>
              <td className="pr-6">{surface?.noiseCm ? centimetres(surface.noiseCm / 100) : '–'}</td>
              <td className="pr-6">{CALIBRATIONS[soilCalibration] ?? soilCalibration}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-prose text-xs text-muted">
        Soil before: the median height of soil between plants, which should be 0. It is taken off as a curved surface.
        Noise: how much soil still varies; heights below twice of it say little. Noise of the map: of one of its
        heights, by every other photo against the others, where Skyfurrow made it of photos.
      </p>
      {isAsByTape(trait, stat) && <ByHand byHand={heightsByHand(dates, recorded, plots)} />}
    </Disclosure>
  )
}

const CALIBRATIONS: Readonly<Record<string, string>> = {
  calibrated: 'surface through the soil',
  median: 'only the median: little soil',
  level: 'none: too little soil, but a level that is known',
  uncalibrated: 'none: too little soil',
}

const centimetres = (metres: number | null): string => (metres === null ? '–' : `${(100 * metres).toFixed(1)} cm`)

function ByHand({ byHand }: { byHand: readonly HeightsByHand[] }) {
  if (byHand.length === 0)
    return (
      <p className="mt-2 max-w-prose text-xs text-muted">
        To check them, measure some plots by tape within two days of a flight, and add the heights to the table as a
        column “measured height” with its date and unit: bias and r of each date stand here then.
      </p>
    )
  return (
    <table className="mt-4 text-sm tabular-nums">
      <caption className="pb-1 text-left text-xs text-muted">Against heights that people have measured</caption>
      <TableHeads titles={['Date', 'Column', 'Plots', 'Bias', 'SD', 'r']} />
      <tbody>
        {byHand.map(({ date, name, agreement }) => (
          <tr key={`${date} ${name}`} className="border-t border-line">
            <th scope="row" className="py-1 pr-6 text-left font-medium whitespace-nowrap">
              {dateText(date)}
            </th>
            <td className="pr-6">{name}</td>
            {agreement ? (
              <>
                <td className="pr-6">{agreement.n}</td>
                <td className="pr-6">{centimetres(-agreement.meanDifference)}</td>
                <td className="pr-6">{centimetres(agreement.sdDifference)}</td>
                <td className="pr-6">{agreement.r?.toFixed(3) ?? '–'}</td>
              </>
            ) : (
              <td colSpan={4}>Give the column its unit: m, cm or mm.</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
