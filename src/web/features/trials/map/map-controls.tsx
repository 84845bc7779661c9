import { RAMP_NAMES } from '#web/lib/raster-map/ramp-names.ts'
import { useView } from '#web/lib/view.ts'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { CELL_SIZES, cellSizeIn, USUAL_CELL_SIZE } from '../grid/cells-of-trait.ts'
import type { labelsOf } from './label-texts.ts'
import { LEVELS } from './levels.ts'
import { CLASS_COUNTS, MAP_RAMPS } from './map-colours.ts'
import { COLUMN, type coloursOffered } from './recoloured.ts'
import type { MapView } from './use-map-view.ts'

type MapControlsProps = {
  view: MapView
  labels: ReturnType<typeof labelsOf>
  colourings: ReturnType<typeof coloursOffered>
  /** How many have values. */
  dates: number
}

/** What the maps show, and in which colours. */
export function MapControls({ view, labels, colourings, dates }: MapControlsProps) {
  const { levels, level, plotLabel, colourBy } = view
  const [address, show] = useView()
  const isOfPlots = level === 'plots' || level === 'plan'
  const colouring = isOfPlots ? (optionIn(colourings, colourBy) ?? '') : ''
  // Differences and names have colours of their own.
  const hasRamp = level !== 'photo' && level !== 'plants' && colouring !== 'checks' && !colouring.startsWith(COLUMN)
  const hasLimits = dates > 1 && hasRamp && colouring === ''
  return (
    <div className="properties">
      <Select
        label="Show"
        value={level}
        options={levels.map((value) => ({ value, label: LEVELS[value] }))}
        onChange={({ target }) => show({ show: target.value === 'plots' ? null : target.value })}
      />
      {level === 'grid' && (
        <Select
          label="Cells"
          value={cellSizeIn(address)}
          options={CELL_SIZES.map((size) => ({ value: size, label: `${size} m` }))}
          onChange={({ target }) =>
            show({ cellSize: target.value === USUAL_CELL_SIZE ? null : target.value, cell: null })
          }
        />
      )}
      {isOfPlots && (
        <Select
          label="Colour plots by"
          value={colouring}
          options={colourings}
          onChange={({ target }) => show({ colourBy: target.value || null })}
        />
      )}
      {hasRamp && <RampControls {...view} hasLimits={hasLimits} />}
      {level !== 'grid' && (
        <Select
          label="Labels of plots"
          value={optionIn(labels, plotLabel) ?? ''}
          options={labels}
          onChange={({ target }) => show({ labels: target.value || null })}
        />
      )}
    </div>
  )
}

/** What the address asks for, where it is offered. */
const optionIn = (options: readonly { value: string }[], asked: string | null): string | undefined =>
  options.find(({ value }) => value === asked)?.value

function RampControls({ colours: { ramp, classes }, hasOwnLimits, hasLimits }: MapView & { hasLimits: boolean }) {
  const [, show] = useView()
  return (
    <>
      <Select
        label="Colours"
        value={ramp}
        options={MAP_RAMPS.map((value) => ({ value, label: RAMP_NAMES[value] }))}
        onChange={({ target }) => show({ colours: target.value === MAP_RAMPS[0] ? null : target.value })}
      />
      <Select
        label="Classes"
        value={classes === 0 ? '' : String(classes)}
        options={[
          { value: '', label: 'None' },
          ...CLASS_COUNTS.map((count) => ({ value: String(count), label: String(count) })),
        ]}
        onChange={({ target }) => show({ classes: target.value || null })}
      />
      {hasLimits && (
        <Select
          label="Limits"
          value={hasOwnLimits ? 'shown' : ''}
          options={optionsOf({ '': 'Of all dates', shown: 'Of what is shown' })}
          onChange={({ target }) => show({ limits: target.value || null })}
        />
      )}
    </>
  )
}
