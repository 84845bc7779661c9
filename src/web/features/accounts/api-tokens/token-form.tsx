import { Copy } from 'lucide-react'
import { useState } from 'react'
import { dateOf } from '#domain/dates.ts'
import { SCOPE_LABELS, TOKEN_SCOPES, type TokenScope } from '#domain/tokens.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/form/checkbox-group.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { copyText } from '#web/ui/overlay/copy-text.ts'
import { useMakeToken } from './token-queries.ts'

const EMPTY = { name: '', scopes: ['read'] as readonly TokenScope[], projectType: '', endsOn: '' }

/** Of a person with these projects. */
export function TokenForm({ projects }: { projects: readonly string[] }) {
  const make = useMakeToken()
  const [wanted, setWanted] = useState(EMPTY)
  const [today] = useState(() => dateOf(new Date()))
  const { name, scopes, projectType, endsOn } = wanted
  const change = (changed: Partial<typeof EMPTY>) => {
    setWanted((before) => ({ ...before, ...changed }))
    if (make.isError) make.reset()
  }
  return (
    <form
      noValidate
      aria-label="Make an API token"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const body = { name, scopes: [...scopes], ...(projectType && { projectType }), ...(endsOn && { endsOn }) }
        make.mutate(body, { onSuccess: () => setWanted(EMPTY) })
      }}
    >
      {make.error && <Alert tone="danger">{problemOf(make.error)}</Alert>}
      {make.data && <NewToken token={make.data.token} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name of a new token"
          hint="What uses it, as the nightly job in R"
          autoComplete="off"
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label="Last day (optional)"
          type="date"
          min={today}
          value={endsOn}
          onChange={({ target }) => change({ endsOn: target.value })}
        />
      </div>
      <CheckboxGroup
        legend="It may"
        values={TOKEN_SCOPES}
        labels={SCOPE_LABELS}
        checked={scopes}
        onChange={(chosen) => change({ scopes: chosen })}
      />
      {projects.length > 0 && (
        <Select
          label="Limited to"
          value={projectType}
          options={[
            { value: '', label: 'All of the account' },
            ...projects.map((project) => ({ value: project, label: `The project ${projectTypeLabel(project)}` })),
          ]}
          onChange={({ target }) => change({ projectType: target.value })}
        />
      )}
      <Button type="submit" className="self-start" pending={make.isPending}>
        Make a token
      </Button>
    </form>
  )
}

/** Shown once, because the server keeps its hash only. */
const NewToken = ({ token }: { token: string }) => (
  <Alert
    tone="success"
    title="Copy the token now: it is not shown again"
    action={<IconButton icon={Copy} label="Copy the token" onClick={() => copyText(token, 'Token copied')} />}
  >
    <code className="font-mono text-xs break-all">{token}</code>
  </Alert>
)
