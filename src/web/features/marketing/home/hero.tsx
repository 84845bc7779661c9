import { useState } from 'react'
import { CompareMaps } from '../trial/compare-maps.tsx'
import { MapSheet, RampKey, ScaleBar } from '../trial/map-sheet.tsx'
import { type Reading, readingAt } from '../trial/trial-readings.ts'

const PHOTO = {
  name: 'field-photo',
  label: 'Photo',
  alt: 'A breeding trial from above: five ranges of plots, some dense and green, some thin, some ripe and yellow, a few empty.',
} as const
const INDEX = {
  name: 'field-index',
  label: 'Vegetation index',
  alt: 'The same trial as a map of its vegetation index, from pale for bare soil to dark blue for a closed canopy.',
} as const

const PICTURE_METRES = 64
const FIRST_READING = readingAt({ x: 0.5, y: 0.5, frame: { width: 1200, height: 600 } })

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-muted">{name}</dt>
    <dd className="font-semibold tabular-nums">{value}</dd>
  </div>
)

const PlotReading = ({ number, index, coverPercent, heightCm }: Reading) => (
  <dl className="flex flex-wrap gap-x-5 gap-y-1">
    <Figure name="Plot" value={String(number)} />
    <Figure name="Index" value={index.toFixed(2)} />
    <Figure name="Cover" value={`${coverPercent} %`} />
    <Figure name="Height" value={`${heightCm} cm`} />
  </dl>
)

/** The map of the home page, with a divider and the values of the plot under the pointer. */
export function Hero() {
  const [reading, setReading] = useState(FIRST_READING)
  return (
    <MapSheet
      legend={
        <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-3">
          <div className="grid gap-1">
            <PlotReading {...reading} />
            <p className="text-xs text-muted">A made-up trial, drawn and measured by our own program.</p>
          </div>
          <span className="text-xs">
            <RampKey low="soil" high="closed canopy" />
          </span>
        </div>
      }
    >
      <div className="relative">
        <CompareMaps
          left={PHOTO}
          right={INDEX}
          label="Divider between photo and vegetation index"
          sizes="(min-width: 1280px) 1214px, 95vw"
          uprightSizes="92vw"
          shape="aspect-[4/5] sm:aspect-[2/1]"
          onPoint={(place) => setReading(readingAt(place))}
        />
        <ScaleBar label="10 m" width={`${100 * (10 / PICTURE_METRES)}%`} />
      </div>
    </MapSheet>
  )
}
