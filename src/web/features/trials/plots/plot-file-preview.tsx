import { displayName } from '#domain/display-names.ts'
import type { PlotDrawing } from './draw-plots.ts'
import type { ShownPlots } from './plot-worker.ts'

const MARGIN = 20

/** The outlines over the maps of the trial, and the first rows. */
export function PlotFilePreview({ shown }: { shown: ShownPlots }) {
  const { count, drawing, fields, rows } = shown
  const plots = `${count.toLocaleString('en')} ${count === 1 ? 'plot' : 'plots'}`
  return (
    <div className="flex flex-col gap-5">
      <figure className="m-0 flex flex-col gap-2" aria-label={`Outlines of ${plots}`}>
        {drawing.plots !== '' && <Outlines drawing={drawing} />}
        <figcaption className="text-sm">
          <span className="font-semibold">{plots}</span>
          <span className="text-muted">{placeText(shown)}</span>
        </figcaption>
      </figure>
      {fields.length > 0 && <FirstRows fields={fields} rows={rows} />}
    </div>
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

function FirstRows({ fields, rows }: Pick<ShownPlots, 'fields' | 'rows'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <section aria-label="First rows" tabIndex={0} className="overflow-x-auto rounded-md border border-line">
      <table className="w-full text-left text-sm whitespace-nowrap">
        <caption className="sr-only">First rows of the file</caption>
        <thead>
          <tr className="border-b border-line-strong text-xs text-muted">
            {fields.map((field) => (
              <th key={field} scope="col" className="px-3 py-2 font-semibold">
                <bdi>{displayName(field)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no names
            <tr key={at} className="border-b border-line last:border-0">
              {row.map((cell, column) => (
                <td key={fields[column]} className="max-w-48 truncate px-3 py-1.5">
                  <bdi>{displayName(cell)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
