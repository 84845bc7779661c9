import type { Workspace } from '../workspace/workspace.ts'
import type { Recoloured } from './recoloured.ts'
import type { MapView } from './use-map-view.ts'
import type { PhotoMapOptions } from './use-photo-map.ts'

export type DayMapProps = Workspace &
  Pick<MapView, 'day' | 'level' | 'plants' | 'scale' | 'colours' | 'limits' | 'isNorthUp' | 'plotLabel'> &
  Pick<Recoloured, 'textOf' | 'names'> &
  Pick<PhotoMapOptions, 'chosen' | 'pointed' | 'shared' | 'selected' | 'onSelect'> & {
    onChoose: (plotId: string | null) => void
    onPoint: (plotId: string | null) => void
  }
