import { useId, useState } from 'react'
import type { MeasuredTrait, TraitName } from '#contract/exchange.ts'
import { problemOf } from '#web/lib/api.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useSaveTraitNames, useTraitNames } from './exchange-queries.ts'

type TraitNamesProps = {
  traits: readonly MeasuredTrait[]
  /** Of the database, to choose from. */
  variables: readonly string[]
}

/** What the account calls traits, in Crop Ontology or a list of its own. */
export function TraitNames(props: TraitNamesProps) {
  const names = useTraitNames()
  if (names.error) return <QueryFailed title="The names could not be loaded" query={names} />
  return names.data && <NamesForm {...props} names={names.data} />
}

function NamesForm({ traits, variables, names }: TraitNamesProps & { names: readonly TraitName[] }) {
  const save = useSaveTraitNames()
  const listId = useId()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const nameOf = (variableId: string): string =>
    typed.get(variableId) ?? names.find((one) => one.variableId === variableId)?.name ?? ''
  const all = new Map(names.map(({ variableId, name }) => [variableId, name]))
  for (const [variableId, name] of typed) all.set(variableId, name.trim())
  const wanted = [...all].filter(([, name]) => name !== '').map(([variableId, name]) => ({ variableId, name }))
  return (
    <form
      noValidate
      aria-label="Names of traits"
      className="flex max-w-xl flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { names: wanted },
          {
            onSuccess: () => {
              setTyped(new Map())
              toast.success('Names saved')
            },
          },
        )
      }}
    >
      {save.error && <Alert tone="danger">{problemOf(save.error)}</Alert>}
      <p className="text-sm text-muted">
        For all trials of your account: a name, an id such as CO_321:0001186, or the name of a variable there. Where a
        database has a variable for each day of the year, write {'{day}'} for it. Without a name it is our own.
      </p>
      <datalist id={listId}>
        {variables.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {traits.map(({ variableId, title, unit }) => (
        <TextField
          key={variableId}
          label={unit === '1' ? title : `${title} (${unit})`}
          placeholder={variableId}
          list={listId}
          autoComplete="off"
          value={nameOf(variableId)}
          onChange={({ target }) => setTyped(new Map([...typed, [variableId, target.value]]))}
        />
      ))}
      <Button type="submit" variant="secondary" size="small" className="self-start" pending={save.isPending}>
        Save names
      </Button>
    </form>
  )
}
