import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { rampGradient } from '../layers/ramp-gradient.ts'
import type { MapController } from '../map-controller.ts'
import { type Sheeted, sheetOf } from './sheet-of.ts'

/** The first pane as the screen shows it, for the browser's own print: its layers don't take the size of a page. */
export function PrintedMap({ controller, ...sheeted }: Sheeted & { controller: MapController }) {
  const { project, title, legend, source } = sheetOf(sheeted)
  return (
    <div data-printed-wide className="hidden flex-col gap-2 text-sm print:flex">
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-display text-xl font-semibold">{title}</p>
        <p>{project}</p>
      </div>
      <canvas
        ref={(canvas) => {
          if (canvas) controller.drawPicture(canvas, frameOf(sheeted.layer.map))
        }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn
        role="img"
        aria-label={title}
        className="h-[138mm] max-w-full self-start border border-line-strong object-contain"
      />
      <div className="flex justify-between gap-6">
        <div className="text-muted">
          {source.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {legend && <PrintedLegend {...legend} />}
      </div>
    </div>
  )
}

const PrintedLegend = ({ label, ramp, ends }: NonNullable<ReturnType<typeof sheetOf>['legend']>) => (
  <div className="w-72 shrink-0">
    <p className="font-semibold">{label}</p>
    <span aria-hidden className="block h-3 border border-line-strong" style={{ background: rampGradient(ramp) }} />
    <p className="flex justify-between tabular-nums">
      <span>{ends[0]}</span>
      <span>{ends[1]}</span>
    </p>
  </div>
)
