import type { Range } from '#imagery/rasters/look.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { ShownLayer } from '../map-controller.ts'
import { LayerList } from './layer-list.tsx'
import { Legend } from './legend.tsx'
import { LookChoice } from './look-choice.tsx'
import { layerNames, nameOfLook } from './map-names.ts'
import { lookOf, type MapState, PANES_MAX } from './map-state.ts'

type MapOptionsProps = {
  maps: readonly ReadyMap[]
  top: ReadyMap
  layer: ShownLayer | undefined
  state: MapState
  /** Whether there are tiles to lie below the maps. */
  hasBase: boolean
  histogram: readonly number[]
  extent: Range
  onChange: (change: Partial<MapState>) => void
}

const CONTOURS = ['0.1', '0.25', '0.5', '1', '2', '5'].map((step) => ({ value: step, label: `Every ${step}` }))

/** What is shown, and how. */
export function MapOptions({ maps, top, layer, state, hasBase, histogram, extent, onChange }: MapOptionsProps) {
  const look = lookOf(top, state)
  const frame = frameOf(top)
  const isElsewhere = (map: ReadyMap) => frameOf(map).key !== frame.key
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {top.kind === 'elevation' ? (
        <Select
          label="Contours"
          value={String(state.contours ?? '')}
          options={[{ value: '', label: 'None' }, ...CONTOURS]}
          onChange={(event) => onChange({ contours: Number(event.target.value) || null })}
        />
      ) : (
        <LookChoice
          map={top}
          look={look}
          onChange={(chosen) => onChange({ look: chosen, range: null, threshold: null })}
        />
      )}
      {layer && look.mode !== 'colours' && (
        <Legend
          title={nameOfLook(top, look)}
          extent={extent}
          range={layer.range}
          ramp={layer.ramp}
          threshold={top.kind === 'elevation' ? undefined : layer.threshold}
          histogram={histogram}
          onChange={({ range, ...changed }) =>
            onChange({ ...changed, ...(range && { [top.kind === 'elevation' ? 'heights' : 'range']: range }) })
          }
        />
      )}
      <LayerList
        maps={maps}
        shown={state.shown}
        isElsewhere={isElsewhere}
        onChange={(shown) => onChange({ shown, ...(shown.length === 0 && { swipe: null }) })}
      />
      {hasBase && (
        <Checkbox label="Base map" checked={state.base} onChange={({ target }) => onChange({ base: target.checked })} />
      )}
      <Comparison {...{ maps, state, onChange }} others={maps.filter((map) => map !== top && !isElsewhere(map))} />
    </div>
  )
}

type ComparisonProps = Pick<MapOptionsProps, 'maps' | 'state' | 'onChange'> & { others: readonly ReadyMap[] }

function Comparison({ maps, others, state: { swipe, panes }, onChange }: ComparisonProps) {
  if (others.length === 0) return null
  const names = layerNames(maps)
  const optionOf = ({ mapId }: ReadyMap) => ({ value: mapId, label: names.get(mapId) ?? '' })
  const free = others.filter(({ mapId }) => !panes.includes(mapId))
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Compare with a divider"
        value={swipe ?? ''}
        options={[{ value: '', label: 'Nothing' }, ...others.map(optionOf)]}
        onChange={(event) => onChange({ swipe: event.target.value || null, panes: [] })}
      />
      {panes.length < PANES_MAX && free.length > 0 && (
        <Select
          label="Add a map beside it"
          value=""
          options={[{ value: '', label: 'Choose a map' }, ...free.map(optionOf)]}
          onChange={(event) => onChange({ panes: [...panes, event.target.value].filter(Boolean), swipe: null })}
        />
      )}
      {panes.length > 0 && (
        <Button variant="secondary" size="small" onClick={() => onChange({ panes: [] })}>
          Close the maps beside it
        </Button>
      )}
    </div>
  )
}
