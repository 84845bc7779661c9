import type { ReactNode } from 'react'
import { displayName } from '#domain/display-names.ts'
import { BenchHeader } from '#web/lib/workbench/bench-header.tsx'
import type { Trial } from '../trial-queries.ts'

type LayoutHeaderProps = {
  trial: Trial | undefined
  backTo: string
  /** That is edited. */
  version: number | undefined
  children?: ReactNode
}

export function LayoutHeader({ trial, backTo, version, children }: LayoutHeaderProps) {
  const doing = version === undefined ? 'Draw plots' : `Edit layout, version ${version},`
  return (
    <BenchHeader
      back={{ to: backTo, name: 'Trial' }}
      title={trial ? `${doing} of ${displayName(trial.name)}` : doing}
      facts={undefined}
    >
      {children}
    </BenchHeader>
  )
}
