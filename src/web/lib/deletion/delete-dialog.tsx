import type { DeletionContents } from '#contract/deletions.ts'
import { type DeletionKind, TAKE_BACK_DAYS } from '#domain/deletions.ts'
import { displayName } from '#domain/display-names.ts'
import { counted, formatBytes } from '#domain/units.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { problemOf } from '../api.ts'
import { QueryFailed } from '../query-failed.tsx'
import { type DeletionSubject, useDelete, useDeletionContents } from './use-deletions.ts'

const TITLES = {
  file: 'Delete this file?',
  archive: 'Delete the raw images?',
  request: 'Delete this request?',
  trial: 'Delete this trial?',
  project: 'Delete this project?',
  account: 'Delete this account?',
} satisfies Record<DeletionKind, string>

/** Says what goes, by count and bytes, and asks. */
export function DeleteDialog({ subject, onClose }: { subject: DeletionSubject; onClose: () => void }) {
  const contents = useDeletionContents(subject)
  const remove = useDelete()
  return (
    <ConfirmDialog
      title={TITLES[subject.kind]}
      confirmLabel="Delete"
      keepLabel="Keep"
      pending={remove.isPending}
      disabled={!contents.data}
      error={remove.error ? problemOf(remove.error) : undefined}
      onConfirm={() => remove.mutate(subject, { onSuccess: onClose })}
      onKeep={onClose}
    >
      {contents.isPending && <Skeleton className="h-24 w-full" />}
      {contents.isError && <QueryFailed title="What would go could not be loaded" query={contents} />}
      {contents.data && <WhatGoes kind={subject.kind} contents={contents.data} />}
    </ConfirmDialog>
  )
}

function WhatGoes({ kind, contents }: { kind: DeletionKind; contents: DeletionContents }) {
  const { name, isHeld, flightsWithoutMap } = contents
  const parts = partsOf(kind, contents)
  return (
    <>
      <p>
        <bdi className="font-semibold wrap-anywhere">{displayName(name)}</bdi> {SENTENCES[kind]}
      </p>
      {parts.length > 0 && (
        <ul className="list-disc pl-5 tabular-nums">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      {flightsWithoutMap > 0 && (
        <p>
          {counted(flightsWithoutMap, 'flight')} of trials{' '}
          {flightsWithoutMap === 1 ? 'loses its map' : 'lose their maps'}: the measured values stay, and can't be
          measured again.
        </p>
      )}
      <p>It can be taken back for {TAKE_BACK_DAYS} days. Then it is removed for good, and its storage is free again.</p>
      {isHeld && <p>A legal hold keeps it beyond that until our team ends the hold.</p>}
    </>
  )
}

const SENTENCES = {
  file: 'and all that was made of it are deleted.',
  archive: ': the raw images are deleted. The request and its report stay.',
  request: 'is deleted with its raw images and its report.',
  trial: 'is deleted with its plots and all that was measured. Its maps stay.',
  project: 'is deleted with all that is in it.',
  account: 'is deleted with all that is in the account.',
} satisfies Record<DeletionKind, string>

function partsOf(kind: DeletionKind, { requests, files, bytes, trials, flights }: DeletionContents): string[] {
  const requestPart = requests > 0 && kind !== 'request' ? [counted(requests, 'request')] : []
  const filePart = files > 0 ? [counted(files, 'file')] : []
  const trialPart = trials > 0 && kind !== 'trial' ? [counted(trials, 'trial')] : []
  const flightPart = flights > 0 ? [`${counted(flights, 'flight')} with measured values`] : []
  return [...requestPart, ...filePart, ...trialPart, ...flightPart, ...(bytes > 0 ? [formatBytes(bytes)] : [])]
}
