import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'

type CustomerContactProps = { user: AnalysisOfUser['user']; children?: ReactNode }

export const CustomerContact = ({ user, children }: CustomerContactProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
    <Avatar text={displayName(user.fullName)} className="size-12 text-base" />
    <div className="min-w-0 grow basis-40">
      <p className="font-display text-lg font-semibold break-words">
        <Link to={paths.adminUser(user.userId)} className="underline-offset-2 hover:underline">
          <bdi>{displayName(user.fullName)}</bdi>
        </Link>
      </p>
      <a href={`mailto:${user.email}`} className="text-sm break-all text-muted underline underline-offset-2">
        {displayName(user.email)}
      </a>
    </div>
    {children}
  </div>
)
