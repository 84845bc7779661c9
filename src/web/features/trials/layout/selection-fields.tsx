import { useState } from 'react'
import { keyOf, type LaidOutPlot, placePlot } from '#imagery/plots/layout.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormPart } from './form-part.tsx'
import { type Choosing, CORNERS, type Grip, gripOfPlot, keyOfGrip } from './grips.ts'
import { PlaceFields } from './number-field.tsx'
import type { Editing } from './use-draft.ts'

type SelectionFieldsProps = Editing & Choosing & { plots: readonly LaidOutPlot[] }

const PLOT = 'plot'
const CHOICES = [
  { value: '', label: 'Nothing: arrow keys move the map' },
  { value: 'block', label: 'The block' },
  ...CORNERS.map((at) => ({ value: `corner ${at}`, label: `Corner ${at + 1}` })),
  ...CORNERS.map((at) => ({ value: `edge ${at}`, label: `Edge from corner ${at + 1} to ${((at + 1) % 4) + 1}` })),
  { value: PLOT, label: 'One plot' },
]

/** What arrow keys on the map move. */
export function SelectionFields({ draft, plots, chosen, onChoose, onChange }: SelectionFieldsProps) {
  const key = keyOfGrip(chosen)
  const plot = plots.find((one) => keyOf(one) === key)
  const [first] = plots
  const moved = Object.keys(draft.offsets).length
  return (
    <FormPart title="Move">
      <Select
        label="Selected"
        className="col-span-2"
        hint="Drag it on the map, or move it with the arrow keys there: 5 cm, with Shift 50 cm"
        value={plot ? PLOT : (chosen ?? '')}
        options={CHOICES}
        onChange={({ target }) =>
          onChoose(target.value === PLOT ? (first ? gripOfPlot(keyOf(first)) : null) : gripIn(target.value))
        }
      />
      {plot && (
        <>
          <PlotChoice plot={plot} plots={plots} onChoose={onChoose} />
          <Offset draft={draft} plot={plot} onChange={onChange} />
        </>
      )}
      {moved > 0 && (
        <p className="col-span-2 text-sm text-muted">
          {moved} {moved === 1 ? 'plot lies' : 'plots lie'} beside the grid.{' '}
          <button
            type="button"
            className="underline underline-offset-2"
            onClick={() => onChange((before) => ({ ...before, offsets: {} }))}
          >
            Put back
          </button>
        </p>
      )}
    </FormPart>
  )
}

const gripIn = (value: string): Grip | null =>
  value === 'block'
    ? value
    : (CORNERS.flatMap((at): Grip[] => [`corner ${at}`, `edge ${at}`]).find((one) => one === value) ?? null)

type PlotChoiceProps = Pick<SelectionFieldsProps, 'plots' | 'onChoose'> & { plot: LaidOutPlot }

function PlotChoice({ plot, plots, onChoose }: PlotChoiceProps) {
  const [typed, setTyped] = useState({ text: '', plot })
  const text = typed.plot === plot && typed.text !== '' ? typed.text : plot.plotId
  const found = plots.find(({ plotId }) => plotId === text.trim())
  const choose = () => found && onChoose(gripOfPlot(keyOf(found)))
  return (
    <TextField
      label="Plot id"
      className="col-span-2"
      value={text}
      error={found ? undefined : 'No plot has this id'}
      onChange={({ target }) => setTyped({ text: target.value, plot })}
      onBlur={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
    />
  )
}

function Offset({ draft, plot, onChange }: Pick<SelectionFieldsProps, 'draft' | 'onChange'> & { plot: LaidOutPlot }) {
  const key = keyOf(plot)
  return (
    <PlaceFields
      what="Moved"
      place={draft.offsets[key] ?? [0, 0]}
      onPlace={(place, axis) => onChange((before) => placePlot(before, key, place), `${axis} of ${key}`)}
    />
  )
}
