import { displayName } from '#domain/display-names.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormPart } from './form-part.tsx'
import { type SnapResult, useSnap } from './use-snap.ts'

const NAMED_MAX = 20

const SNAPPED = [
  { what: 'block', label: 'Snap the block' },
  { what: 'plots', label: 'Snap each plot' },
] as const

/** Shifts plots to where their plants are on the flight that is shown. */
export function SnapFields(props: Parameters<typeof useSnap>[0]) {
  const { mutate, data, error, isPending, variables } = useSnap(props)
  const isPicture = props.photo.map.isPicture === true
  return (
    <FormPart title="Snap to plants">
      <p className="col-span-2 text-sm text-muted">
        {isPicture
          ? 'Shifts by at most half a plot, to where most plants are within plots and fewest around them. Use a flight whose plots haven’t grown together.'
          : 'Plants are found on photos in red, green and blue. Show a flight with such a map.'}
      </p>
      {isPicture && (
        <div className="col-span-2 flex flex-wrap gap-2">
          {SNAPPED.map(({ what, label }) => (
            <Button
              key={what}
              variant="secondary"
              size="small"
              pending={isPending && variables === what}
              disabled={isPending}
              onClick={() => mutate(what)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <output className="col-span-2 text-sm">
        {data && <Result {...data} />}
        {data === null && 'Plants and gaps look alike here, so nothing was moved. Show another flight.'}
      </output>
      {error && (
        <Alert tone="danger" className="col-span-2">
          The photo could not be read. Check your connection and try again.
        </Alert>
      )}
    </FormPart>
  )
}

const Result = ({ before, after, farthest, misfits }: SnapResult) => (
  <>
    {farthest === 0 ? 'Nothing had to move.' : `Moved by up to ${Math.round(farthest * 100)} cm.`} Cover within plots is{' '}
    {(100 * after).toFixed(0)} percentage points higher than around them; before, it was {(100 * before).toFixed(0)}.
    {misfits.length > 0 && (
      <>
        {' '}
        Moved by more than a quarter of the width, so check them:{' '}
        {misfits.slice(0, NAMED_MAX).map(displayName).join(', ')}
        {misfits.length > NAMED_MAX && ` and ${misfits.length - NAMED_MAX} more`}.
      </>
    )}
  </>
)
