import { useArchivesKept, useSetArchivesKept } from '#web/lib/deletion/use-deletions.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useMay } from '#web/lib/session/use-may.ts'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'

const CHOICES = [30, 90, 180, 365, 730]
const USUAL = 'usual'

const textOf = (days: number): string => (days === 0 ? 'for ever' : `for ${days} days after their report`)

/** How long raw images are kept once their report is published. */
export function ArchivesKept() {
  const setting = useArchivesKept()
  const may = useMay()
  const change = useSetArchivesKept()
  if (setting.isPending) return <Skeleton className="h-16 w-full" />
  if (setting.isError) return <QueryFailed title="The setting could not be loaded" query={setting} />
  const { days, usualDays } = setting.data
  const shown = change.isPending ? change.variables : days
  const choices = [0, ...new Set([...CHOICES, ...(days ? [days] : [])])].toSorted((a, b) => a - b)
  return (
    <Select
      label="Keep raw images"
      disabled={!may.delete}
      options={[
        { value: USUAL, label: `As for all customers: ${textOf(usualDays)}` },
        ...choices.map((choice) => ({ value: String(choice), label: textOf(choice).replace(/^f/, 'F') })),
      ]}
      value={shown === null ? USUAL : String(shown)}
      onChange={({ target }) => change.mutate(target.value === USUAL ? null : Number(target.value))}
      hint="You are told by email 14 and 3 days before they are removed, and can keep them. Reports stay."
    />
  )
}
