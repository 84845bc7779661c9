import { useRouteError } from 'react-router'
import { brand } from '#domain/brand.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'

/** Shown when a screen threw an error or its code could not be loaded. */
export function ErrorPage() {
  usePageTitle('Something went wrong')
  const error = useRouteError()
  console.error(error)
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-4 px-6 py-16">
      <h1 className="font-display text-3xl font-semibold">Something went wrong</h1>
      <p>
        This screen could not be shown. Your data is safe on the server. Load the page again; when that does not help,
        write to{' '}
        <a className="underline" href={`mailto:${brand.contactEmail}`}>
          {brand.contactEmail}
        </a>
        .
      </p>
      {error instanceof Error && <p className="text-sm text-muted">{error.message}</p>}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Load again</Button>
        <a className={buttonClasses({ variant: 'secondary' })} href={paths.home()}>
          Go to the home page
        </a>
      </div>
    </main>
  )
}
