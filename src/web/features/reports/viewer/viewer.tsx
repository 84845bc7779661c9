import { Focus, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Model } from './model.ts'
import { extentOf, openView, type View } from './scene.ts'

type ViewerProps = {
  name: string
  model: Model
  /** How exact it is, where that must be said. */
  accuracy: string | null
  /** Called when the graphics can't be started, or stop. */
  onFault: (cause: unknown) => void
}

const TURN = Math.PI / 24
const MOVE = 0.06
const ZOOM = 1.2
const POINT_SIZES = { min: 1, start: 2, max: 8 }

type Keys = Record<string, (view: View) => void>
const KEYS: Keys = {
  ArrowLeft: (view) => view.turn(TURN, 0),
  ArrowRight: (view) => view.turn(-TURN, 0),
  ArrowUp: (view) => view.turn(0, TURN),
  ArrowDown: (view) => view.turn(0, -TURN),
  '+': (view) => view.zoom(ZOOM),
  '=': (view) => view.zoom(ZOOM),
  '-': (view) => view.zoom(1 / ZOOM),
  '0': (view) => view.reset(),
}
const KEYS_WITH_SHIFT: Keys = {
  ArrowLeft: (view) => view.move(MOVE, 0),
  ArrowRight: (view) => view.move(-MOVE, 0),
  ArrowUp: (view) => view.move(0, MOVE),
  ArrowDown: (view) => view.move(0, -MOVE),
}

/** A model that people turn, move and zoom by mouse, touch, keyboard and buttons. */
export function Viewer({ name, model, accuracy, onFault }: ViewerProps) {
  const [aboutId, helpId] = [useId(), useId()]
  const whole = useRef<HTMLDivElement>(null)
  const { place, view } = useView(model, onFault)
  const about = useMemo(() => aboutModel(model), [model])
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = (event.shiftKey ? KEYS_WITH_SHIFT[event.key] : undefined) ?? KEYS[event.key]
    if (!act || !view.current) return
    event.preventDefault()
    act(view.current)
  }
  return (
    <div className="flex h-full min-h-80 flex-col gap-3">
      <div ref={whole} className="relative min-h-0 grow overflow-hidden rounded border border-line bg-sunken">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys turn it */}
        <div
          ref={place}
          role="application"
          aria-label={`${name} in 3D`}
          aria-describedby={`${aboutId} ${helpId}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys turn it
          tabIndex={0}
          className="absolute inset-0 cursor-grab touch-none active:cursor-grabbing *:block *:size-full"
          onKeyDown={press}
        />
        <div className="absolute top-2 right-2 flex flex-col rounded-md border border-line bg-card">
          <IconButton icon={ZoomIn} label="Zoom in" onClick={() => view.current?.zoom(ZOOM)} />
          <IconButton icon={ZoomOut} label="Zoom out" onClick={() => view.current?.zoom(1 / ZOOM)} />
          <IconButton icon={Focus} label="Reset the view" onClick={() => view.current?.reset()} />
          <IconButton icon={Maximize} label="Full screen" onClick={() => void toggleFullScreen(whole.current)} />
        </div>
      </div>
      {model.points && <PointSize onChange={(pixels) => view.current?.setPointSize(pixels)} />}
      <div className="shrink-0 text-sm text-muted tabular-nums">
        <p id={aboutId}>
          {accuracy && <span className="text-ink">{accuracy}. </span>}
          {about}
        </p>
        {model.notes.map((note) => (
          <p key={note} className="text-ink">
            {note}
          </p>
        ))}
        <p id={helpId} className="mt-1">
          Drag to turn, scroll or pinch to zoom, drag with Shift or two fingers to move. Keys: arrows, Shift with
          arrows, +, −, and 0 to reset.
        </p>
      </div>
    </div>
  )
}

function useView(model: Model, onFault: ViewerProps['onFault']) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<View>(undefined)
  const fault = useEffectEvent(onFault)
  useEffect(() => {
    const canvas = document.createElement('canvas')
    place.current?.append(canvas)
    const onLost = () => fault('The context was lost')
    try {
      view.current = openView(canvas, model)
      view.current.setPointSize(POINT_SIZES.start)
      canvas.addEventListener('webglcontextlost', onLost)
    } catch (error) {
      fault(error)
    }
    return () => {
      canvas.removeEventListener('webglcontextlost', onLost)
      view.current?.dispose()
      view.current = undefined
      canvas.remove()
    }
  }, [model])
  return { place, view }
}

/** '84,210 triangles, 12.4 × 8.1 × 3.0 m'. */
function aboutModel(model: Model): string {
  const extent = extentOf(model)
  const digits = Math.max(...extent) < 10 ? 2 : 1
  const size = extent.map((side) => side.toLocaleString('en', { maximumFractionDigits: digits })).join(' × ')
  return `${model.content}. Width, depth and height: ${size} ${model.unit ?? '(in the unit of the file)'}.`
}

function PointSize({ onChange }: { onChange: (pixels: number) => void }) {
  const [pixels, setPixels] = useState(POINT_SIZES.start)
  return (
    <label className="flex shrink-0 items-center gap-3 text-sm">
      Point size
      <input
        type="range"
        min={POINT_SIZES.min}
        max={POINT_SIZES.max}
        value={pixels}
        className="w-40 accent-action"
        onChange={({ target }) => {
          setPixels(target.valueAsNumber)
          onChange(target.valueAsNumber)
        }}
      />
    </label>
  )
}

/** Not possible everywhere, such as on some phones: then the dialog stays as it is. */
async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen())
  } catch (error) {
    console.warn(error)
  }
}
