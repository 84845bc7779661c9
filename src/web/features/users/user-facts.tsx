import type { ReactNode } from 'react'
import type { UserDetails } from '#contract/users.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Age, Time } from '#web/lib/time.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
import { UserStorage } from './user-storage.tsx'

type UserFactsProps = { user: UserDetails /** The sessions of this person. */; sessions: ReactNode }

/** What staff know about a person. */
export const UserFacts = ({ user, sessions }: UserFactsProps) => (
  <div className="grid gap-x-10 max-md:[&>dl+dl]:border-t-0 md:grid-cols-2">
    <Details>
      <Detail name="Email">
        <a href={`mailto:${user.email}`} className="break-all underline underline-offset-2">
          {displayName(user.email)}
        </a>
        {!user.isEmailConfirmed && <UnconfirmedEmail />}
      </Detail>
      <Detail name="Organisation">
        <bdi>{displayName(user.organisation ?? '') || '–'}</bdi>
      </Detail>
      <Detail name="Signed up">
        <Time at={user.createdAt} />
      </Detail>
      <Detail name="Last active">{user.lastActiveTime ? <LastActive at={user.lastActiveTime} /> : 'Never'}</Detail>
    </Details>
    <Details>
      <Detail name="Projects">
        <bdi>{user.projectTypes.map(projectTypeLabel).join(', ') || 'None'}</bdi>
      </Detail>
      <Detail name="Message">
        <span className="whitespace-pre-line">{user.message ?? 'None'}</span>
      </Detail>
      {user.roles.includes('USER') && (
        <Detail name="Storage">
          <UserStorage userId={user.cognitoUserId} />
        </Detail>
      )}
      <Detail name="Sessions">{sessions}</Detail>
    </Details>
  </div>
)

const LastActive = ({ at }: { at: string }) => (
  <>
    <Time at={at} />{' '}
    <span className="text-muted">
      (<Age at={at} /> ago)
    </span>
  </>
)
