import { gridProblem } from '#imagery/plots/grid.ts'
import { bearingOf, turnTo, withCorners } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { type CornerCount, type Draft, isPlaced, placeAround } from './draft.ts'
import { FormPart } from './form-part.tsx'
import { NumberField, PlaceFields } from './number-field.tsx'
import type { Editing } from './use-draft.ts'

const KINDS = [
  { value: '2', label: '2 corners, plots of a fixed size' },
  { value: '3', label: '3 corners, filled with plots' },
  { value: '4', label: '4 corners, filled with plots' },
] as const satisfies { value: `${CornerCount}`; label: string }[]

type BlockFieldsProps = Editing & {
  /** Where a block goes that isn't clicked. */
  middle: Position
}

/** Where the block lies. */
export function BlockFields({ draft, onChange, middle }: BlockFieldsProps) {
  const { corners, cornersWanted } = draft
  const choose = (count: CornerCount) =>
    onChange((before) => ({
      ...(isWhole(before)
        ? withCorners(before, count)
        : { ...before, corners: before.corners.slice(0, count - 1), rowsOn: undefined }),
      cornersWanted: count,
    }))
  return (
    <FormPart title="Block">
      <Select
        label="Set by"
        className="col-span-2"
        value={String(cornersWanted)}
        options={KINDS}
        onChange={({ target }) => choose(target.value === '2' ? 2 : target.value === '3' ? 3 : 4)}
      />
      <div className="col-span-2 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          disabled={corners.length === 0}
          onClick={() => onChange((before) => ({ ...before, corners: [], rowsOn: undefined, offsets: {} }))}
        >
          Set corners again
        </Button>
        {isPlaced(draft) && cornersWanted === 2 && (
          <Button variant="secondary" size="small" onClick={() => onChange(withOtherSide)}>
            Other side
          </Button>
        )}
        {!isPlaced(draft) && (
          <Button variant="secondary" size="small" onClick={() => onChange((before) => placeAround(before, middle))}>
            Place in the middle
          </Button>
        )}
      </div>
      {/* Of two corners, the second one gives the bearing. */}
      {corners.slice(0, cornersWanted === 2 ? 1 : cornersWanted).map((corner, at) => (
        <PlaceFields
          // oxlint-disable-next-line react/no-array-index-key -- corners are known by their number
          key={at}
          what={`Corner ${at + 1}`}
          place={corner}
          onPlace={(place, axis) =>
            onChange((before) => ({ ...before, corners: before.corners.with(at, place) }), `corner ${at} ${axis}`)
          }
        />
      ))}
      {isWhole(draft) && (
        <NumberField
          label="Bearing, °"
          value={bearingOf(draft)}
          onNumber={(bearing) => onChange((before) => turnTo(before, bearing), 'bearing')}
        />
      )}
    </FormPart>
  )
}

const withOtherSide = (draft: Draft): Draft => ({ ...draft, rowsOn: draft.rowsOn === 'right' ? 'left' : 'right' })

/** Otherwise its sizes say nothing of the block. */
const isWhole = (draft: Draft): boolean => isPlaced(draft) && gridProblem(draft) === undefined
