import { useState } from 'react'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useConnect, useFindStudies } from './exchange-queries.ts'

/** First the database, then one of its studies. */
export function ConnectForm({ trialId }: { trialId: string }) {
  const find = useFindStudies()
  const connect = useConnect(trialId)
  const [url, setUrl] = useState('')
  const [token, setToken] = useState('')
  const [studyDbId, setStudy] = useState('')
  const database = { trialId, url: url.trim(), token: token.trim() }
  const problem = find.error ?? connect.error
  const studies = find.data
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setStudy('')
    find.reset()
    connect.reset()
  }
  return (
    <form
      noValidate
      aria-label="Connect a breeding database"
      className="flex max-w-xl flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!studies) find.mutate(database)
        // The form is gone then, and its callbacks with it; a problem is shown in it.
        else
          void connect
            .mutateAsync({ ...database, studyDbId, sendsAfterMeasuring: false })
            .then(() => toast.success('Trial connected'))
            .catch(() => undefined)
      }}
    >
      {problem && <Alert tone="danger">{problemOf(problem)}</Alert>}
      <TextField
        label="Address of its BrAPI"
        type="url"
        inputMode="url"
        placeholder="https://breedbase.example/brapi/v2"
        autoComplete="off"
        value={url}
        onChange={({ target }) => change(setUrl)(target.value)}
      />
      <PasswordField
        label="Token"
        hint="From your account there. Without one, only what everybody may read is found."
        autoComplete="off"
        value={token}
        onChange={({ target }) => change(setToken)(target.value)}
      />
      {studies?.length === 0 && <Alert tone="warning">It has no studies that this token may read.</Alert>}
      {studies && studies.length > 0 && (
        <Select
          label="Study"
          placeholder="Choose a study"
          value={studyDbId}
          options={studies.map((study) => ({
            value: study.studyDbId,
            label: study.about === '' ? study.studyName : `${study.studyName} (${study.about})`,
          }))}
          onChange={({ target }) => setStudy(target.value)}
        />
      )}
      <Button
        type="submit"
        className="self-start"
        pending={find.isPending || connect.isPending}
        disabled={studies !== undefined && studyDbId === ''}
      >
        {studies ? 'Connect' : 'Find studies'}
      </Button>
    </form>
  )
}
