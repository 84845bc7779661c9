import { ChevronDown, ChevronUp, Eye, EyeOff, GripVertical } from 'lucide-react'
import { displayName } from '#domain/display-names.ts'
import { accuracyTextOf } from '#web/lib/accuracy-note.tsx'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { runText } from './map-names.ts'

type LayerProps = {
  map: ReadyMap
  name: string
  /** What is seen of it, its beginning, where the rest stands above it. */
  short: string
  /** From the lowest; -1 while it isn't shown. */
  at: number
  /** So many are shown. */
  count: number
  opacity: number | undefined
  reason: string | undefined
  isDragged: boolean
  onShow: (isOn: boolean) => void
  onMove: (place: number) => void
  onOpacity: (opacity: number) => void
  onDrag: (isIt: boolean) => void
  /** Another one is held over it. */
  onDraggedOver: () => void
}

/** Its opacity and its place are at hand where the pointer or the focus is, and always for fingers. */
const AT_HAND = 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'

export function Layer({ map, name, short, at, count, opacity, reason, isDragged, ...on }: LayerProps) {
  const isShown = at >= 0
  const canMove = isShown && count > 1
  const facts = [displayName(map.fileName), runText(map), reason].filter(Boolean).join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same
    <li
      draggable={canMove}
      className={classNames(
        'group relative flex items-start gap-2 rounded-md px-2 py-1.5 hover:bg-ink/4',
        canMove && 'cursor-grab',
        isDragged && 'bg-action/10',
      )}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', name)
        on.onDrag(true)
      }}
      onDragEnd={() => on.onDrag(false)}
      onDragOver={(event) => event.preventDefault()}
      onDragEnter={on.onDraggedOver}
    >
      <Picture url={map.thumbnailUrl} {...{ isShown, canMove }} />
      <div className="min-w-0 grow" title={facts}>
        <p className={classNames('truncate', isShown ? 'font-semibold' : 'text-muted')}>
          {short}
          <span className="sr-only">{name.slice(short.length)}</span>
        </p>
        <div className="relative h-5 text-xs text-muted">
          <p
            className={classNames(
              'truncate',
              isShown && 'group-focus-within:invisible group-hover:invisible pointer-coarse:invisible',
            )}
          >
            {facts}
          </p>
          {opacity !== undefined && <Opacity {...{ name, opacity }} onChange={on.onOpacity} />}
        </div>
        <p className="text-xs text-muted empty:hidden">{accuracyTextOf(map.madeBy)}</p>
      </div>
      {canMove && <MoveButtons {...{ name, at, count }} onMove={on.onMove} />}
      <IconButton
        icon={isShown ? Eye : EyeOff}
        label={`Show ${name}`}
        aria-pressed={isShown}
        className="-mr-1 aria-pressed:text-ink"
        onClick={() => on.onShow(!isShown)}
      />
    </li>
  )
}

const Picture = ({ url, isShown, canMove }: { url: string | null; isShown: boolean; canMove: boolean }) => (
  <span className="relative mt-0.5 block h-9 w-11 shrink-0 overflow-hidden rounded bg-sunken">
    {url && (
      <img
        src={url}
        alt=""
        loading="lazy"
        draggable={false}
        className={classNames('size-full object-cover', !isShown && 'opacity-40')}
      />
    )}
    {canMove && (
      <GripVertical
        aria-hidden
        className={classNames('absolute inset-y-0 left-0 my-auto size-4 rounded-r bg-card/85 text-ink', AT_HAND)}
      />
    )}
  </span>
)

type OpacityProps = { name: string; opacity: number; onChange: (opacity: number) => void }

const Opacity = ({ name, opacity, onChange }: OpacityProps) => (
  <label className={classNames('absolute inset-y-0 right-8 left-0 flex items-center gap-2', AT_HAND)}>
    Opacity
    <input
      type="range"
      min={0}
      max={100}
      value={Math.round(opacity * 100)}
      aria-label={`Opacity of ${name}`}
      // Else the layer is dragged.
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onChange={({ target: { value } }) => onChange(Number(value) / 100)}
      className="h-5 min-w-0 grow cursor-auto accent-action"
    />
  </label>
)

type MoveButtonsProps = Pick<LayerProps, 'name' | 'at' | 'count' | 'onMove'>

const MoveButtons = ({ name, at, count, onMove }: MoveButtonsProps) => (
  <div className={classNames('absolute top-1 right-10 flex flex-col rounded bg-card', AT_HAND)}>
    <IconButton
      icon={ChevronUp}
      label={`Move ${name} up`}
      className="h-5! w-7!"
      disabled={at === count - 1}
      onClick={() => onMove(at + 1)}
    />
    <IconButton
      icon={ChevronDown}
      label={`Move ${name} down`}
      className="h-5! w-7!"
      disabled={at === 0}
      onClick={() => onMove(at - 1)}
    />
  </div>
)
