import { useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { Button } from '#web/ui/button.tsx'
import type { Trial } from '../trial-queries.ts'
import { BareGroundDialog } from './bare-ground-dialog.tsx'

/** What heights are measured from, and another choice. */
export function BareGround({ trial }: { trial: Trial }) {
  const [isOpen, setOpen] = useState(false)
  const { bareGround } = trial
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="wrap-anywhere">
        {'Heights are measured from '}
        {bareGround === null ? (
          'the soil between the plants, unless a flight has a bare ground of its own.'
        ) : (
          <>
            the bare ground <bdi>{displayName(bareGround.fileName)}</bdi>
            {bareGround.mapId === null
              ? ', which was removed. Choose another one.'
              : `, ${bareGround.takenOn ? dateText(bareGround.takenOn) : 'whose date is not known'}.`}
          </>
        )}
      </p>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {bareGround === null ? 'Choose bare ground' : 'Change bare ground'}
      </Button>
      {isOpen && <BareGroundDialog trial={trial} onClose={() => setOpen(false)} />}
    </div>
  )
}
