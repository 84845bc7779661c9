import type { Colours, Scale } from '#imagery/traits/derived/colour-scale.ts'
import type { PlantSettings } from '../what-if/plant-settings.ts'
import type { PlotIds } from '../workspace/selected-plots.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'
import type { Level } from './levels.ts'
import type { Recoloured } from './recoloured.ts'
import type { SharedView } from './shared-view.ts'

export type DayMapProps = Workspace & {
  day: DatedValues
  level: Level
  plants: PlantSettings
  scale: Scale
  colours: Colours
  isNorthUp: boolean
  /** What plots are labelled with, as the address says it. */
  plotLabel: string | null
  chosen: string | null
  pointed: readonly string[]
  shared: SharedView
  onChoose: (plotId: string | null) => void
  onPoint: (plotId: string | null) => void
  selected: PlotIds
  onSelect: (plotIds: readonly string[]) => void
} & Pick<Recoloured, 'limits' | 'textOf' | 'names'>
