import { useMemo, useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import type { DayMapProps } from '../map/day-map-props.ts'
import { LatePhotoMap } from '../map/late-photo-map.tsx'
import { Legend } from '../map/legend.tsx'
import { layersOf } from '../map/levels.ts'
import { OnMap } from '../map/on-map.tsx'
import { figureText, problemOf } from '../messages.ts'
import { CellTable } from './cell-table.tsx'
import { cellAt, cellName, cellNamed, pictureOf } from './cells.ts'
import { cellSizeIn, cellValueOf } from './cells-of-trait.ts'
import type { Cells } from './read-cells.ts'
import { useCells } from './use-cells.ts'

type GridDayProps = DayMapProps & { photo: FlightPhoto; label: string }

/** The mean of a trait in square cells over the photo, whatever the plots are: where in the field it is high and low. */
export function GridDay(props: GridDayProps) {
  const { photo, day, plants, scale, colours, stat, scope, plots, limits, label } = props
  const { trait, unit } = props.trait
  const [view, show] = useView()
  const [pointed, setPointed] = useState<number | null>(null)
  const metres = Number(cellSizeIn(view))
  const value = useMemo(
    () => cellValueOf(photo.map, { trait, stat, scope, plants }),
    [photo, trait, stat, scope, plants],
  )
  const wanted = { value: typeof value === 'string' ? null : value, metres }
  const { cells, share, error, problem } = useCells(photo, plots, wanted)
  const why = typeof value === 'string' ? value : (problem ?? (error === null ? undefined : problemOf(error)))
  const chosen = cells && cellNamed(cells.grid, view.get('cell'))
  const picture = useMemo(() => cells && pictureOf(cells, scale, colours), [cells, scale, colours])
  const grid = useMemo(
    () => (cells && picture ? { grid: cells.grid, picture, chosen } : null),
    [cells, picture, chosen],
  )
  const layers = useMemo(
    () => layersOf('photo', photo.map, { trait, scale, colours, plants }),
    [photo, trait, scale, colours, plants],
  )
  const at = pointed ?? chosen
  const pixels = wanted.value?.index && wanted.value.plants ? 'plants' : 'all pixels'
  const choose = (cell: number | null) => show({ cell: cells && cell !== null ? cellName(cells.grid, cell) : null })
  return (
    <>
      <LatePhotoMap
        {...props}
        {...{ layers, grid }}
        labels={null}
        paint={null}
        onChoose={(plotId, place) => {
          const cell = cells && place ? cellAt(cells.grid, place) : null
          show({ plot: plotId, cell: cells && cell !== null ? cellName(cells.grid, cell) : null })
        }}
        onPoint={(plotId, place) => {
          props.onPoint(plotId)
          setPointed(cells && place ? cellAt(cells.grid, place) : null)
        }}
      />
      <OnMap>
        {why !== undefined && <p className="text-muted">The grid can’t be shown: {why}</p>}
        {cells && (
          <>
            <output className="min-h-5 tabular-nums">
              {at === null ? (
                <span className="text-muted">Point at a cell, or choose one in the table below.</span>
              ) : (
                cellText(cells, at, props)
              )}
            </output>
            <Legend
              {...{ scale, colours, unit, limits }}
              shown={`Preview from the copy for viewing: mean of ${pixels} in ${countText(cells)} of ${metres} m on ${dateText(day.date)}`}
              hasGaps={cells.means.some(Number.isNaN)}
            />
            <CellTable {...{ cells, label, unit, chosen }} map={photo.map} plots={plots} onChoose={choose} />
          </>
        )}
        {!cells && why === undefined && (
          <div className="w-60">
            <ProgressBar label="Reading the photo" percent={share * 100} />
          </div>
        )}
      </OnMap>
    </>
  )
}

function countText({ means }: Cells): string {
  const valued = means.reduce((count, mean) => count + Number(!Number.isNaN(mean)), 0)
  return `${valued.toLocaleString('en')} of ${means.length.toLocaleString('en')} cells`
}

function cellText(cells: Cells, at: number, { trait: { unit }, plots }: GridDayProps) {
  const mean = cells.means[at] ?? Number.NaN
  const plot = plots[cells.plots[at] ?? -1]
  return (
    <>
      Cell {cellName(cells.grid, at)}: {Number.isNaN(mean) ? 'no value' : figureText(mean, unit)}
      {plot && (
        <>
          , plot <bdi>{displayName(plot.plotId)}</bdi>
        </>
      )}
    </>
  )
}
