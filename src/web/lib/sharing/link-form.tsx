import { useState } from 'react'
import { dateOf } from '#domain/dates.ts'
import { LINK_DAYS_MAX, LINK_PASSWORD_MIN } from '#domain/links.ts'
import { days } from '#domain/units.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from '../api.ts'
import { type Subject, useChangeLinks } from './share-queries.ts'

const dayIn = (count: number): string => dateOf(new Date(Date.now() + days(count)))

export function LinkForm({ subject }: { subject: Subject }) {
  const change = useChangeLinks()
  const [endsOn, setEndsOn] = useState(() => dayIn(30))
  const [password, setPassword] = useState('')
  const [mayDownload, setMayDownload] = useState(false)
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(
          { subject, endsOn, mayDownload, ...(password && { password }) },
          {
            onSuccess: () => {
              setPassword('')
              toast.success('Link made')
            },
          },
        )
      }}
    >
      {change.error && <Alert tone="danger">{problemOf(change.error)}</Alert>}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Last day"
          type="date"
          min={dayIn(0)}
          max={dayIn(LINK_DAYS_MAX)}
          value={endsOn}
          onChange={({ target }) => setEndsOn(target.value)}
        />
        <TextField
          label="Password (optional)"
          hint={`At least ${LINK_PASSWORD_MIN} characters`}
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
      <Checkbox
        label="Files and tables may be downloaded"
        checked={mayDownload}
        onChange={({ target }) => setMayDownload(target.checked)}
      />
      <Button type="submit" className="self-start" pending={change.isPending}>
        Make a link
      </Button>
    </form>
  )
}
