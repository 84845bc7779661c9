import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { type CSSProperties, type ReactNode, Suspense, useId, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { useCommands } from '#web/ui/shortcuts.ts'
import { panelId, type TabName, tabId } from '#web/ui/tab-list.tsx'
import { BenchBar } from './bench-bar.tsx'
import { INSPECTOR, LAYERS, PHONE_HALF, useBenchState } from './bench-state.ts'

type WorkbenchProps = {
  /** What is shown on the map, and how; null as long as there is nothing to choose. */
  layers: { title: string; body: ReactNode } | null
  /** Null where there is nothing to show on one: the drawer has its place. */
  map: ReactNode | null
  dates?: ReactNode
  /** All that is known of what is chosen on the map. */
  inspector: { label: string; title: string; body: ReactNode; closeLabel: string; onClose: () => void } | null
  tabsLabel: string
  /** Views of the same values in the drawer. */
  tabs: readonly TabName[]
  /** What an open tab shows. */
  renderBody: (tabId: string) => ReactNode
}

/** A map with all that belongs to it, in a window that does not scroll. What is open stands in the address. */
export function Workbench({ layers, map, dates, inspector, tabsLabel, tabs, renderBody }: WorkbenchProps) {
  const base = useId()
  const state = useBenchState({
    tabIds: tabs.map(({ id }) => id),
    hasMap: map !== null,
    hasInspector: inspector !== null,
  })
  const { isPhone, open, mode, percent } = state
  useCommands([], () => tabs.map(({ id, title }) => ({ group: tabsLabel, title, run: () => state.openTab(id) })))
  const [dragged, setDragged] = useState<number | null>(null)
  const isFull = open !== null && mode === 'full' && dragged === null
  const shown: WideGrid =
    dragged === null ? { open: open !== null, mode, percent } : { open: true, mode: 'part', percent: dragged }
  const isTab = open !== null && open !== LAYERS && open !== INSPECTOR
  return (
    <div
      data-bench
      className="grid min-h-0 grow bg-paper text-bench print:block"
      style={isPhone ? phoneGrid(open !== null, isFull, dragged) : wideGrid(shown)}
    >
      {isPhone
        ? open === LAYERS &&
          layers && (
            <SheetBody id={panelId(base, LAYERS)} label={layers.title}>
              {layers.body}
            </SheetBody>
          )
        : layers && (
            <LayersPanel
              {...layers}
              isFolded={state.areLayersFolded}
              onFold={(isFolded) => {
                // They have no room beside each other.
                if (!isFolded && state.isNarrow) inspector?.onClose()
                state.foldLayers(isFolded)
              }}
            />
          )}
      {map !== null && (
        <section
          aria-label="Map"
          className={classNames(
            'relative min-h-0 min-w-0 overflow-hidden [container-type:size] [grid-area:map] print:[container-type:normal]',
            isFull && 'hidden',
            isTab ? 'print:hidden' : 'print:block',
          )}
        >
          {map}
        </section>
      )}
      {dates !== undefined && <div className="min-w-0 [grid-area:dates] print:hidden">{dates}</div>}
      <BenchBar
        {...{ base, open, mode, percent, isPhone, isWide: state.isWide, hasMap: map !== null }}
        label={tabsLabel}
        tabs={isPhone && map !== null ? [...tabsOfPhone(layers, inspector), ...tabs] : tabs}
        onOpen={(id) => {
          if (id === null && open === INSPECTOR) inspector?.onClose()
          else state.openTab(id)
        }}
        onDrag={setDragged}
        onDrawer={state.setDrawer}
      />
      {isTab && (
        <div
          role="tabpanel"
          id={panelId(base, open)}
          aria-labelledby={tabId(base, open)}
          className="flex min-h-0 min-w-0 flex-col gap-4 overflow-auto bg-card p-3 [container-type:size] [grid-area:body] print:overflow-visible print:[container-type:normal]"
        >
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>{renderBody(open)}</Suspense>
        </div>
      )}
      {inspector && (!isPhone || open === INSPECTOR) && (
        <Inspector {...inspector} id={isPhone ? panelId(base, INSPECTOR) : undefined} isPhone={isPhone} />
      )}
    </div>
  )
}

const tabsOfPhone = (layers: WorkbenchProps['layers'], inspector: WorkbenchProps['inspector']): TabName[] => [
  ...(layers ? [{ id: LAYERS, title: layers.title }] : []),
  ...(inspector ? [{ id: INSPECTOR, title: inspector.label }] : []),
]

type LayersPanelProps = NonNullable<WorkbenchProps['layers']> & {
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

const LayersPanel = ({ title, body, isFolded, onFold }: LayersPanelProps) => (
  <aside
    aria-label={title}
    className={classNames(
      'flex min-h-0 flex-col border-r border-line bg-card [grid-area:panel] print:hidden',
      isFolded ? 'w-12' : 'w-76',
    )}
  >
    <div className="flex h-10 shrink-0 items-center justify-between pr-1.5 pl-3">
      {!isFolded && <h2 className="text-bench font-semibold">{title}</h2>}
      <IconButton
        className="size-8!"
        icon={isFolded ? PanelLeftOpen : PanelLeftClose}
        label={isFolded ? `Unfold ${title.toLowerCase()}` : `Fold ${title.toLowerCase()}`}
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
      />
    </div>
    {!isFolded && <div className="@container flex min-h-0 grow flex-col gap-4 overflow-y-auto px-3 pb-4">{body}</div>}
  </aside>
)

const SheetBody = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <aside
    id={id}
    aria-label={label}
    className="@container flex min-h-0 flex-col gap-4 overflow-y-auto bg-card p-3 [grid-area:body] print:hidden"
  >
    {children}
  </aside>
)

const Inspector = ({
  id,
  label,
  title,
  body,
  closeLabel,
  onClose,
  isPhone,
}: NonNullable<WorkbenchProps['inspector']> & { id: string | undefined; isPhone: boolean }) => (
  <section
    id={id}
    aria-label={label}
    className={classNames(
      '@container min-h-0 overflow-y-auto bg-card print:hidden',
      isPhone ? '[grid-area:body]' : 'w-90 border-l border-line [grid-area:inspector]',
    )}
  >
    <div className="sticky top-0 z-10 flex h-10 items-center justify-between gap-3 bg-card pr-1.5 pl-3">
      <h2 className="truncate text-sm font-semibold" title={title}>
        <bdi>{title}</bdi>
      </h2>
      <IconButton className="size-8!" icon={X} label={closeLabel} onClick={onClose} />
    </div>
    <div className="flex flex-col gap-3 px-3 pb-4">{body}</div>
  </section>
)

/** `dragged` is the height of the sheet while a finger holds it, in percent. */
const phoneGrid = (isOpen: boolean, isFull: boolean, dragged: number | null): CSSProperties => ({
  gridTemplateColumns: 'minmax(0,1fr)',
  gridTemplateRows: isFull
    ? '0 auto auto minmax(0,1fr)'
    : `minmax(0,1fr) auto auto ${dragged === null ? (isOpen ? `${PHONE_HALF}%` : '0') : `min(${dragged}%, 100% - 8rem)`}`,
  gridTemplateAreas: '"map" "bar" "dates" "body"',
})

type WideGrid = { open: boolean; mode: 'part' | 'full' | 'side'; percent: number }

function wideGrid({ open, mode, percent }: WideGrid): CSSProperties {
  if (open && mode === 'side')
    return {
      gridTemplateColumns: 'auto minmax(0,1fr) minmax(0,1fr) auto',
      gridTemplateRows: 'auto minmax(0,1fr) auto',
      gridTemplateAreas: '"panel map bar inspector" "panel map body inspector" "panel dates dates dates"',
    }
  const gridTemplateColumns = 'auto minmax(0,1fr) auto'
  if (open && mode === 'full')
    return {
      gridTemplateColumns,
      gridTemplateRows: 'auto minmax(0,1fr) auto',
      gridTemplateAreas: '"panel bar inspector" "panel body inspector" "panel dates dates"',
    }
  return {
    gridTemplateColumns,
    gridTemplateRows: `minmax(0,1fr) auto auto ${open ? `${percent}%` : '0'}`,
    gridTemplateAreas: '"panel map inspector" "panel dates dates" "panel bar bar" "panel body body"',
  }
}
