import type { Colours } from '#imagery/traits/derived/colour-scale.ts'
import { RAMP_NAMES } from '#web/lib/raster-map/ramp-names.ts'
import { useView } from '#web/lib/view.ts'
import { Select } from '#web/ui/form/select.tsx'
import { CLASS_COUNTS, MAP_RAMPS } from './map-colours.ts'

/** Of all maps of a trial. */
export function ColourControls({ ramp, classes }: Colours) {
  const [, show] = useView()
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <Select
        inline
        label="Colours"
        value={ramp}
        options={MAP_RAMPS.map((value) => ({ value, label: RAMP_NAMES[value] }))}
        onChange={({ target }) => show({ colours: target.value === MAP_RAMPS[0] ? null : target.value })}
      />
      <Select
        inline
        label="Classes"
        value={classes === 0 ? '' : String(classes)}
        options={[
          { value: '', label: 'Continuous' },
          ...CLASS_COUNTS.map((count) => ({ value: String(count), label: String(count) })),
        ]}
        onChange={({ target }) => show({ classes: target.value || null })}
      />
    </div>
  )
}
