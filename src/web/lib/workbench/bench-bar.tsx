import { Columns2, GripHorizontal, Maximize2, Minimize2, Rows2 } from 'lucide-react'
import { type PointerEvent, useRef } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TabList, type TabName } from '#web/ui/tab-list.tsx'
import { type DrawerMode, HALF, PHONE_HALF, restOf } from './bench-state.ts'

type BenchBarProps = {
  label: string
  /** Of the elements that belong together. */
  base: string
  tabs: readonly TabName[]
  open: string | null
  mode: DrawerMode
  percent: number
  hasMap: boolean
  isPhone: boolean
  isWide: boolean
  onOpen: (id: string | null) => void
  /** While the edge is held: the height under the pointer in percent, then null. The address has where it comes to rest. */
  onDrag: (to: number | null) => void
  onDrawer: (to: DrawerMode | number) => void
}

/** The tabs of the drawer, and the edge that changes its height. A click on the open tab closes it. */
export function BenchBar(props: BenchBarProps) {
  const { label, base, tabs, open, mode, hasMap, isPhone, onOpen } = props
  return (
    <div className="relative flex h-[33px] min-w-0 items-stretch border-y border-line bg-card [grid-area:bar] max-md:h-11 print:hidden">
      {hasMap && mode !== 'side' && <Edge {...props} />}
      <TabList {...{ label, base, tabs, open }} onOpen={(id) => onOpen(id === open && hasMap ? null : id)} />
      {hasMap && open !== null && !isPhone && <Modes {...props} />}
    </div>
  )
}

function Modes({ mode, isWide, onDrawer }: BenchBarProps) {
  return (
    <div className="flex shrink-0 items-center px-1">
      {isWide && (
        <IconButton
          className="size-7!"
          icon={mode === 'side' ? Rows2 : Columns2}
          label={mode === 'side' ? 'Put it below the map' : 'Put it beside the map'}
          onClick={() => onDrawer(mode === 'side' ? 'part' : 'side')}
        />
      )}
      <IconButton
        className="size-7!"
        icon={mode === 'full' ? Minimize2 : Maximize2}
        label={mode === 'full' ? 'Show the map' : 'Hide the map'}
        onClick={() => onDrawer(mode === 'full' ? 'part' : 'full')}
      />
    </div>
  )
}

/** Of one press of an arrow key, in percent. */
const STEP = 5
const TAP_PX = 4

/** Dragged, or moved by arrow keys; on a phone a tap goes on to the next height. */
function Edge({ open, mode, percent, isPhone, tabs, onOpen, onDrag, onDrawer }: BenchBarProps) {
  const value = open === null ? 0 : mode === 'full' ? 100 : isPhone ? PHONE_HALF : percent
  const wasDragged = useRef(false)
  const rest = (to: number) => {
    const place = restOf(to, isPhone)
    if (place === 'closed') {
      if (open !== null) onOpen(null)
      return onDrawer('part')
    }
    if (open === null) onOpen(tabs[0]?.id ?? null)
    onDrawer(place)
  }
  const drag = ({ currentTarget: edge, pointerId, clientY }: PointerEvent<HTMLElement>) => {
    const bench = edge.closest('[data-bench]')?.getBoundingClientRect()
    if (!bench) return
    edge.setPointerCapture(pointerId)
    wasDragged.current = false
    let to: number | null = null
    const move = (event: globalThis.PointerEvent) => {
      // A finger that taps moves a little.
      if (to === null && Math.abs(event.clientY - clientY) < TAP_PX) return
      to = Math.min(100, Math.max(0, value + ((clientY - event.clientY) / bench.height) * 100))
      onDrag(to)
    }
    const end = () => {
      edge.removeEventListener('pointermove', move)
      onDrag(null)
      if (to === null) return
      wasDragged.current = true
      rest(to)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', end, { once: true })
  }
  if (isPhone)
    return (
      <button
        type="button"
        aria-label={value === 0 ? 'Raise the sheet' : value === 100 ? 'Lower the sheet' : 'Raise the sheet to the top'}
        className="grid w-11 shrink-0 touch-none place-items-center text-muted"
        onPointerDown={drag}
        onClick={() => {
          if (!wasDragged.current) rest(value === 0 ? HALF : value === 100 ? 0 : 100)
          wasDragged.current = false
        }}
      >
        <GripHorizontal aria-hidden className="size-5" />
      </button>
    )
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is dragged, and has a value
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
      tabIndex={0}
      aria-label="Height of the table"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className="absolute inset-x-0 -top-1 z-10 h-2 cursor-row-resize touch-none hover:bg-action/40 focus-visible:bg-action/40"
      onPointerDown={drag}
      onKeyDown={(event) => {
        const to = { ArrowUp: value + STEP, ArrowDown: value - STEP, Home: 0, End: 100 }[event.key]
        if (to === undefined) return
        event.preventDefault()
        rest(event.key === 'ArrowUp' && value === 0 ? HALF : to)
      }}
    />
  )
}
