import { EmptyPlot } from '#web/features/marketing/empty-plot.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { notFoundTitle } from './pages.ts'

export function Component() {
  usePageTitle(notFoundTitle)
  return (
    <div className="mx-auto grid max-w-7xl items-center gap-x-12 gap-y-10 px-5 py-16 md:px-6 md:py-24 lg:grid-cols-[5fr_6fr]">
      <div>
        <h1 className="font-display text-[2.5rem]/[1.05] font-semibold tracking-[-0.03em] md:text-6xl">
          Page not found
        </h1>
        <p className="mt-5 max-w-[30rem] text-lg/relaxed">
          Plot 404 is empty: nothing grows at this address. The page may have moved, or the link may be incomplete.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <a href={paths.home()} className={buttonClasses()}>
            Go to the home page
          </a>
          <a href={paths.contact()} className={buttonClasses({ variant: 'secondary' })}>
            Tell us about it
          </a>
        </div>
      </div>
      <EmptyPlot />
    </div>
  )
}
