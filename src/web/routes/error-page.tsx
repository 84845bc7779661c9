import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { brand } from '#domain/brand.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { ScreenNotice } from './missing-code/screen-notice.tsx'

/** In the frame, in the place of a screen that threw an error. Another screen, or another try, takes its place. */
export function ScreenError() {
  usePageTitle('Something went wrong')
  const error = useRouteError()
  const here = useLocation()
  const navigate = useNavigate()
  return (
    <Problem error={error}>
      <Button onClick={() => void navigate(here, { replace: true, state: here.state })}>Try again</Button>
    </Problem>
  )
}

/** Shown when not even the frame could be rendered. */
export function ErrorPage() {
  usePageTitle('Something went wrong')
  return (
    <main className="px-5">
      <Problem error={useRouteError()}>
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <a className={buttonClasses({ variant: 'secondary' })} href={paths.home()}>
          Go to the home page
        </a>
      </Problem>
    </main>
  )
}

const Problem = ({ error, children }: { error: unknown; children: ReactNode }) => (
  <ScreenNotice icon={TriangleAlert} title="Something went wrong" action={children}>
    <p>
      We couldn't show this screen. Your data is safe on our server. If trying again doesn't help, write to{' '}
      <a className="underline underline-offset-2" href={`mailto:${brand.contactEmail}`}>
        {brand.contactEmail}
      </a>
      .
    </p>
    {error instanceof Error && <p className="text-muted">{error.message}</p>}
  </ScreenNotice>
)
