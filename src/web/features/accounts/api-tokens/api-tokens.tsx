import type { TokenItem } from '#contract/tokens.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { ChangeButton } from '#web/lib/change-button.tsx'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Time } from '#web/lib/time.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { TokenForm } from './token-form.tsx'
import { useRevokeToken, useTokens } from './token-queries.ts'

/** With which programs work for a person; owners see those of all people of the account. */
export function ApiTokens() {
  const tokens = useTokens()
  const { user } = useSession()
  if (tokens.isPending) return <Skeleton className="h-24 w-full" />
  if (tokens.isError) return <QueryFailed title="The API tokens could not be loaded" query={tokens} />
  return (
    <div className="flex flex-col gap-6">
      {tokens.data.length > 0 && (
        <ul aria-label="API tokens" className="divide-y divide-line border-y border-line text-sm">
          {tokens.data.map((token) => (
            <TokenRow key={token.tokenId} token={token} isOfCaller={token.madeBy === user?.fullName} />
          ))}
        </ul>
      )}
      <TokenForm projects={user?.roles.includes('USER') ? user.assignedProjects : []} />
    </div>
  )
}

function TokenRow({ token, isOfCaller }: { token: TokenItem; isOfCaller: boolean }) {
  const { tokenId, name, scopes, projectType, endsOn, madeBy, usedTime } = token
  const facts = [
    scopes.join(', '),
    projectType !== null && `only ${projectTypeLabel(projectType)}`,
    endsOn !== null && `until ${dateText(endsOn)}`,
    !isOfCaller && `of ${displayName(madeBy)}`,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <span className="min-w-0 grow basis-52">
        <bdi className="block font-semibold wrap-anywhere">{displayName(name)}</bdi>
        <span className="block text-muted">{facts.join('; ')}</span>
        <span className="block text-muted">
          {usedTime === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <Time at={usedTime} />
            </>
          )}
        </span>
      </span>
      <ChangeButton
        by={useRevokeToken()}
        change={tokenId}
        says="Token revoked"
        aria-label={`Revoke ${displayName(name)}`}
      >
        Revoke
      </ChangeButton>
    </li>
  )
}
