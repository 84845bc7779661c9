import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { myData } from '#contract/my-data.ts'
import { TAKE_BACK_DAYS } from '#domain/deletions.ts'
import { call as callAccounts, callsOf, problemOf } from '#web/lib/api.ts'
import { DeletionsList } from '#web/lib/deletion/deletions-list.tsx'
import { useDeleteMyAccount, useTakeBackMyAccount } from '#web/lib/deletion/use-deletions.ts'
import { Time } from '#web/lib/time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/list/save-file.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { AccountPart } from './account-part.tsx'
import { ArchivesKept } from './archives-kept.tsx'

const { call } = callsOf(myData)

type AccountDataProps = { isCustomer: boolean; works: boolean }

/** What is kept about a person, as a file; what they deleted; and how they leave. */
export const AccountData = ({ isCustomer, works }: AccountDataProps) => (
  <>
    <AccountPart
      title="Your data"
      text="All that is kept about you and your work, as a JSON file. Files are listed, not included."
    >
      <DownloadMyData />
    </AccountPart>
    {isCustomer && works && (
      <AccountPart title="Deleted" text={`What you delete can be taken back for ${TAKE_BACK_DAYS} days.`}>
        <div className="flex flex-col gap-6">
          <DeletionsList />
          <ArchivesKept />
        </div>
      </AccountPart>
    )}
    {isCustomer && (
      <AccountPart
        title="Delete the account"
        text="With all projects, requests, images, reports and trials that are in it."
      >
        <DeleteAccount />
      </AccountPart>
    )}
  </>
)

function DownloadMyData() {
  const load = useMutation({
    mutationFn: () => call('getMyData'),
    onSuccess: ({ data }) =>
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'skyfurrow-my-data.json'),
    onError: (error) => toast.error(problemOf(error)),
  })
  return (
    <Button
      variant="secondary"
      className="self-start justify-self-start"
      pending={load.isPending}
      onClick={() => load.mutate()}
    >
      Download my data
    </Button>
  )
}

function DeleteAccount() {
  const profile = useQuery({
    queryKey: ['deletions', 'my-account'],
    queryFn: async ({ signal }) => (await callAccounts('getProfile', { signal })).data,
  })
  const [isAsked, setIsAsked] = useState(false)
  const remove = useDeleteMyAccount()
  const takeBack = useTakeBackMyAccount()
  const purgeOn = profile.data?.purgeOn
  if (purgeOn)
    return (
      <Alert tone="warning" title="Your account is deleted">
        <p>
          Everything is removed for good on <Time at={purgeOn} />. Until then you can take it back.
        </p>
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          pending={takeBack.isPending}
          onClick={() => takeBack.mutate()}
        >
          Take back
        </Button>
      </Alert>
    )
  return (
    <>
      <Button variant="secondary" className="self-start justify-self-start" onClick={() => setIsAsked(true)}>
        Delete my account
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Delete your account?"
          confirmLabel="Delete"
          keepLabel="Keep"
          pending={remove.isPending}
          error={remove.error ? problemOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setIsAsked(false) })}
          onKeep={() => setIsAsked(false)}
        >
          <p>
            All your projects, requests, raw images, reports, maps and trials are deleted with it. You can take that
            back for {TAKE_BACK_DAYS} days; you can log in until then. Download what you want to keep first.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
