import { displayName } from '#domain/display-names.ts'
import { counted } from '#domain/units.ts'
import type { PlotDrawing } from './draw-plots.ts'
import type { ShownPlots } from './plot-worker.ts'

const MARGIN = 20

/** The outlines over the maps of the trial. */
export function PlotFilePreview({ shown }: { shown: ShownPlots }) {
  const { count, drawing, ownColumns } = shown
  const plots = counted(count, 'plot')
  return (
    <figure className="m-0 flex flex-col gap-2" aria-label={`Outlines of ${plots}`}>
      {drawing.plots !== '' && <Outlines drawing={drawing} />}
      <figcaption className="text-sm">
        <span className="font-semibold">{plots}</span>
        <span className="text-muted">{placeText(shown)}</span>
        {ownColumns.length > 0 && (
          <span className="block wrap-anywhere">
            Kept as own columns of the trial: {ownColumns.map(displayName).join(', ')}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

function placeText({ isOnMaps, isPlaced, drawing }: ShownPlots): string {
  if (isOnMaps === true) return ', on the maps of this trial (shaded)'
  if (isOnMaps === false) return ', outside the maps of this trial (shaded)'
  if (drawing.plots === '') return ''
  return isPlaced
    ? '. This trial has no map to compare with.'
    : '. Whether they lie on the maps is checked when you save.'
}

const Outlines = ({ drawing: { width, height, plots, maps } }: { drawing: PlotDrawing }) => (
  <svg
    aria-hidden
    viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
    className="max-h-64 w-full rounded-md border border-line-strong bg-sunken"
  >
    <path d={maps} className="fill-action/15 stroke-line-strong" vectorEffect="non-scaling-stroke" />
    <path
      d={plots}
      fillRule="evenodd"
      className="fill-action/40 stroke-ink"
      strokeWidth={1}
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)
