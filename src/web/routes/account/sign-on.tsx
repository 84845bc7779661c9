import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { takeSignOn } from '#web/features/accounts/sign-in/sign-on-ticket.ts'
import { problemOf } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { afterLogIn, paths } from '#web/lib/paths.ts'
import { session } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { screens } from '../pages.ts'

/** Where the browser comes back from another service, with what it answered. */
export function Component() {
  usePageTitle(screens.signOn.title)
  const { search } = useLocation()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const isBegun = useRef(false)
  useEffect(() => {
    // It works once.
    if (isBegun.current) return
    isBegun.current = true
    const finish = async () => {
      const begun = takeSignOn()
      if (!begun) return setProblem('This login was not begun in this tab. Try again.')
      const user = await session.signOn({ ticket: begun.ticket, answer: search })
      await navigate(afterLogIn(user, begun.origin), { replace: true })
    }
    finish().catch((error: unknown) => setProblem(problemOf(error)))
  }, [search, navigate])
  if (problem === undefined) return <PageSpinner />
  return (
    <>
      <AccountHeading title="Not logged in" />
      <Alert tone="danger">{problem}</Alert>
      <p className="mt-6">
        <Link to={paths.logIn()} className="font-medium underline underline-offset-4 hover:text-action">
          Back to the login
        </Link>
      </p>
    </>
  )
}
