import type { ReplyOf } from '#contract/api.ts'
import { Disclosure } from './disclosure.tsx'

type Height = NonNullable<ReplyOf<'getTraitValues'>['data']['height']>

/** How heights came about on each date: what they are measured from, and how much of them is noise. */
export function HeightNotes({ dates }: { dates: readonly (Height & { date: string })[] }) {
  return (
    <Disclosure summary="How heights were calibrated">
      <table className="text-sm tabular-nums">
        <thead className="text-left text-xs text-muted">
          <tr>
            {['Date', 'Measured from', 'Soil before', 'Noise after', 'Noise of the map', 'Calibration'].map((title) => (
              <th key={title} scope="col" className="py-1.5 pr-6 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dates.map(({ date, z0Source, soilCalibration, soilMedianMetres, noiseMetres, surface }) => (
            <tr key={date} className="border-t border-line">
              <th scope="row" className="py-1 pr-6 text-left font-medium whitespace-nowrap">
                {date}
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
