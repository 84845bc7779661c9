import { type ReactNode, useState } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import type { UserRow } from '#contract/users.ts'
import { displayName } from '#domain/display-names.ts'
import {
  cleanProjectTypes,
  isDecision,
  STAFF_MESSAGE_MAX,
  USER_STATUS_LABELS,
  USER_STATUS_NUMBERS,
  USER_STATUSES,
  userStatusToText,
} from '#domain/users.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { EndedUploads } from './ended-uploads.tsx'
import { REASON_REQUIRED, verifyError } from './messages.ts'
import { ProjectTypeList } from './project-type-list.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
import { currentState, useVerifyUser } from './user-queries.ts'
import { UserStatusBadge } from './user-status-badge.tsx'
import { UserStorage } from './user-storage.tsx'
import { type VerifyValues, verifyValuesOf } from './verify-values.ts'

const STATUS_OPTIONS = USER_STATUSES.map((status) => ({ value: status, label: USER_STATUS_LABELS[status] }))

type VerifyUserDialogProps = {
  user: UserRow
  /** A link to the activity log of this person. */
  activityLink: ReactNode
  /** The sessions of this person. */
  sessions: ReactNode
  onClose: () => void
}

export function VerifyUserDialog({ user: opened, activityLink, sessions, onClose }: VerifyUserDialogProps) {
  // The version when the dialog opened, so that a concurrent change is detected and not overwritten.
  const [user, setUser] = useState(opened)
  const verify = useVerifyUser()
  const { register, control, handleSubmit, reset, getValues, setValue, setError, formState } = useForm<VerifyValues>({
    defaultValues: verifyValuesOf(user),
  })
  const projects = useFieldArray({ control, name: 'projectTypes' })
  const [status, listed] = useWatch({ control, name: ['status', 'projectTypes'] })
  const changed = currentState(verify.error)
  const isBlocked = status === 'APPROVED' && user.status !== 'APPROVED' && !user.isEmailConfirmed

  const send = ({ status: chosen, projectTypes, message }: VerifyValues) => {
    if (chosen === '' || chosen === 'PENDING') return
    const text = message.trim()
    if (chosen === 'REJECTED' && text === '') return setError('message', { message: REASON_REQUIRED })
    const isSame = userStatusToText(chosen) === user.status
    const body = {
      userId: user.cognitoUserId,
      status: USER_STATUS_NUMBERS[chosen],
      projectTypes: cleanProjectTypes(projectTypes.map(({ name }) => name)),
      ...((isSame ? text !== (user.message ?? '') : text !== '') && { metadata: { message: text } }),
      version: user.version,
    }
    verify.mutate(body, {
      onSuccess: () => {
        toast.success('User updated')
        onClose()
      },
    })
  }
  /** The message of the present status is not offered for another one. */
  const moveMessage = (chosen: string) => {
    const isSame = chosen === verifyValuesOf(user).status
    const [from, to] = isSame ? ['', user.message ?? ''] : [user.message ?? '', '']
    if (getValues('message') === from) setValue('message', to)
  }
  const showPresent = (present: UserRow) => {
    setUser(present)
    reset(verifyValuesOf(present))
    verify.reset()
  }

  return (
    <FormDialog
      title="Verify User"
      submitLabel="Update"
      submitDisabled={status === '' || !isDecision(status) || isBlocked}
      pending={verify.isPending}
      error={verify.error ? verifyError(verify.error) : undefined}
      errorAction={
        changed && (
          <Button variant="secondary" size="small" onClick={() => showPresent(changed)}>
            Show changes
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <Person user={user} activityLink={activityLink} />
      {sessions}
      {user.roles.includes('USER') && <UserStorage userId={user.cognitoUserId} />}
      <Select
        label="Status"
        placeholder="Select a status"
        options={STATUS_OPTIONS}
        {...register('status', { onChange: ({ target }: { target: HTMLSelectElement }) => moveMessage(target.value) })}
      />
      {isBlocked && (
        <Alert tone="note">You can approve this person once they have confirmed their email address.</Alert>
      )}
      <ProjectTypeList projects={projects} register={register} />
      <EndedUploads user={user} status={status} projectTypes={listed} />
      <TextArea
        label="Message"
        hint="Emailed to the customer and shown after login."
        error={formState.errors.message?.message}
        maxLength={STAFF_MESSAGE_MAX}
        {...register('message')}
      />
    </FormDialog>
  )
}

const Person = ({ user, activityLink }: { user: UserRow; activityLink: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">
    <Avatar text={displayName(user.fullName)} className="size-10 text-sm" />
    <div className="min-w-0 grow basis-52">
      <p className="font-semibold break-words">
        <bdi>{displayName(user.fullName)}</bdi>
      </p>
      <p className="text-sm break-words text-muted">{displayName(user.email)}</p>
      {user.organisation && (
        <p className="text-sm break-words">
          <bdi>{displayName(user.organisation)}</bdi>
        </p>
      )}
      {!user.isEmailConfirmed && <UnconfirmedEmail />}
    </div>
    <UserStatusBadge status={user.status} />
    <span className="-mx-3">{activityLink}</span>
  </div>
)
