import { type ComponentProps, type ReactNode, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import type { Range } from '#imagery/rasters/look.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { useCopies } from '#web/lib/raster-map/use-copies.ts'
import type { MapsOf } from '#web/lib/raster-map/use-maps.ts'
import { hasWebGl, NO_MAPS } from '#web/lib/web-gl.ts'
import { DateStrip } from '#web/lib/workbench/date-strip.tsx'
import { Workbench } from '#web/lib/workbench/workbench.tsx'
import { MapOptions } from './layers/map-options.tsx'
import { extentOf, panesOf, stackOf } from './layers/shown-layers.ts'
import { useBase } from './layers/use-base.ts'
import { useHistogram } from './layers/use-histogram.ts'
import { MapTable } from './list/map-table.tsx'
import type { MapController } from './map-controller.ts'
import { MapStage } from './map-stage.tsx'
import { HeightProfilePanel } from './measuring/height-profile-panel.tsx'
import type { Measuring } from './measuring/measure.ts'
import { PrintButtons } from './print/print-buttons.tsx'
import { useMapAddress } from './use-map-address.ts'
import { useViewPlace } from './use-view-place.ts'

type MapWorkspaceProps = {
  /** Such as the project, on paper. */
  title: string
  of: MapsOf
  maps: readonly [ReadyMap, ...ReadyMap[]]
  extra?: MapTab | undefined
  /** Below the layers. */
  children: ReactNode
}

export type MapTab = { id: string; title: string; renderBody: () => ReactNode }

const UNIT: Range = [0, 1]
const TABLE = { id: 'table', title: 'Table' }
const NOTHING: Measuring = { kind: null, measured: null }

/** Maps with their options, dates and a table. Everything that is shown is in the address. */
export function MapWorkspace({ title, of, maps, extra, children }: MapWorkspaceProps) {
  const [state, change] = useMapAddress(maps)
  const uppermost = state.shown.at(-1)?.mapId
  const top = maps.find(({ mapId }) => mapId === uppermost) ?? maps[0]
  const needed = new Set([...state.shown.map(({ mapId }) => mapId), ...state.panes, state.swipe])
  const { copies, ...loading } = useCopies(
    of,
    maps.filter(({ mapId }) => needed.has(mapId)),
  )
  const loaded = { state, maps, copies }
  const stack = stackOf(loaded)
  const layer = stack.find(({ map }) => map === top)
  const extent = layer ? extentOf(layer) : UNIT
  const [controller, setController] = useState<MapController | null>(null)
  const [measuring, setMeasuring] = useState(NOTHING)
  const { histogram, centre } = useHistogram(controller, layer, extent)
  const base = useBase(maps, top)
  const placed = useViewPlace({ frame: frameOf(top), place: state.place, onMove: (place) => change({ place }) })
  const swipe = state.swipe === null ? null : { mapId: state.swipe, share: state.divider }
  const shownBase = state.base ? base : undefined
  const measure = (kind: Measuring['kind']) => {
    setMeasuring({ kind, measured: null })
    controller?.measure(kind, (measured) => setMeasuring({ kind, measured }))
  }
  const line = measuring.measured?.kind === 'profile' ? measuring.measured.line : undefined
  const table = <MapTable {...{ maps, histogram, extent, centre }} layers={stack} top={layer} />
  return (
    <Workbench
      layers={{
        title: 'Layers',
        body: (
          <>
            <MapOptions
              {...{ maps, top, layer, state, histogram, extent }}
              hasBase={base !== undefined}
              onChange={change}
            />
            {layer && controller && (
              <PrintButtons
                project={title}
                {...{ layer, stack, swipe, controller }}
                base={shownBase}
                view={placed.view}
              />
            )}
            {children}
          </>
        ),
      }}
      map={
        hasWebGl() ? (
          <MapStage
            {...{ top, layer, stack, swipe, loading, placed, controller, measuring }}
            project={title}
            base={shownBase}
            panes={panesOf(loaded)}
            onMeasure={measure}
            onDivide={(divider) => change({ divider })}
            onController={setController}
          />
        ) : (
          <p className="max-w-prose p-6 text-sm">{NO_MAPS}</p>
        )
      }
      dates={<Dates {...{ maps, top }} onChoose={({ mapId }) => change({ shown: [{ mapId, opacity: 1 }] })} />}
      inspector={
        line && layer
          ? profileOf({ layer, line, onRead: (at) => controller?.mark(at), onClose: () => measure(null) })
          : null
      }
      tabsLabel="Views of the map"
      tabs={extra ? [TABLE, extra] : [TABLE]}
      renderBody={(id) => (id === extra?.id ? extra.renderBody() : table)}
    />
  )
}

type Profile = ComponentProps<typeof HeightProfilePanel> & { onClose: () => void }

const profileOf = ({ onClose, ...shown }: Profile) => ({
  label: 'Profile',
  title: `Heights of ${displayName(shown.layer.map.fileName)}`,
  closeLabel: 'Close the profile',
  body: <HeightProfilePanel key={shown.line.join(' ')} {...shown} />,
  onClose,
})

type DatesProps = { maps: readonly ReadyMap[]; top: ReadyMap; onChoose: (map: ReadyMap) => void }

/** The photos that lie in one plane with the uppermost, where there are several. */
function Dates({ maps, top, onChoose }: DatesProps) {
  const { key } = frameOf(top)
  const dated = maps
    .filter((map) => map.kind === 'orthomosaic' && map.takenOn !== null && frameOf(map).key === key)
    .toSorted((a, b) => (a.takenOn ?? '').localeCompare(b.takenOn ?? ''))
  if (dated.length < 2 || !dated.includes(top)) return null
  return (
    <DateStrip
      dates={dated.map(({ mapId, takenOn, thumbnailUrl }) => ({
        id: mapId,
        date: takenOn ?? '',
        takenOn,
        picture: thumbnailUrl && <img src={thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />,
      }))}
      shown={top.mapId}
      onChoose={(id) => {
        const map = dated.find(({ mapId }) => mapId === id)
        if (map) onChoose(map)
      }}
    />
  )
}
