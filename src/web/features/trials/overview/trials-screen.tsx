import { Plus, Sprout } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMay } from '#web/lib/session/use-may.ts'
import { usePages } from '#web/lib/view.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Count } from '#web/ui/list/count.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { problemOf } from '../messages.ts'
import { useTrials } from '../trial-queries.ts'
import { NewTrial } from './new-trial.tsx'
import { TrialsTable } from './trials-table.tsx'

/** Of other accounts; nothing while there are none. */
function SharedTrials({ pathOf }: Pick<TrialsScreenProps, 'pathOf'>) {
  const query = useTrials({ shared: true })
  const trials = query.data?.pages.flatMap((page) => page.data) ?? []
  if (trials.length === 0) return null
  return (
    <section aria-labelledby="shared-with-us" className="flex flex-col gap-3">
      <h2 id="shared-with-us" className="font-display text-lg font-semibold">
        Shared with us
      </h2>
      <TrialsTable trials={trials} ownerTitle="Shared by" pathOf={pathOf} />
      {query.hasNextPage && (
        <Button variant="secondary" className="self-start" onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

type TrialsScreenProps = {
  /** Of the customer who makes trials here; null for staff, who see those of all customers. */
  projects: readonly string[] | null
  pathOf: (trialId: string) => string
}

export function TrialsScreen({ projects, pathOf }: TrialsScreenProps) {
  const may = useMay()
  const query = usePages(useTrials())
  const [isMaking, setIsMaking] = useState(false)
  const navigate = useNavigate()
  const [made, setMade] = useState<string>()
  // Once its dialog is closed: leaving an open one would ask about what was entered.
  useEffect(() => {
    if (made !== undefined && !isMaking) void navigate(pathOf(made))
  }, [made, isMaking, navigate, pathOf])
  const trials = query.data?.pages.flatMap((page) => page.data) ?? []
  const exampleId = projects && query.data?.pages[0]?.exampleTrialId
  // Who has none of their own looks for these.
  const shared = projects && <SharedTrials pathOf={pathOf} />
  const newTrial = may.edit && (
    <Button onClick={() => setIsMaking(true)}>
      <Plus aria-hidden className="size-4" />
      New trial
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-display text-2xl font-semibold">Trials</h1>
        <Count count={query.data?.pages.at(-1)} of="trials" />
        {trials.length > 0 && <div className="ml-auto">{newTrial}</div>}
      </header>
      {trials.length === 0 && shared}
      <ListView
        query={query}
        isEmpty={trials.length === 0}
        loading="Loading trials..."
        empty="No trials"
        emptyIcon={Sprout}
        emptyHint={
          projects
            ? 'A trial holds the flights of a field and season, and gives you a value for every plot and date.'
            : 'Trials of customers appear here. You can make one for a customer.'
        }
        emptyAction={
          <>
            <div className="flex flex-wrap justify-center gap-3">
              {newTrial}
              {exampleId && (
                <Link to={pathOf(exampleId)} className={buttonClasses({ variant: 'secondary' })}>
                  Look at the example trial
                </Link>
              )}
            </div>
            {projects && (
              <img
                src="/pictures/bench-wheat-960.webp"
                alt="How a trial looks: plots coloured on a map, and beside it the curve of one plot over the season."
                width={960}
                height={600}
                loading="lazy"
                className="mt-8 h-auto w-full max-w-3xl rounded-md border border-line-strong"
              />
            )}
          </>
        }
        error="Error loading trials"
        errorDetail={[problemOf(query.error)]}
        skeleton={<TableSkeleton columns={6} />}
      >
        <TrialsTable trials={trials} ownerTitle={projects === null ? 'Customer' : null} pathOf={pathOf} />
      </ListView>
      {trials.length > 0 && shared}
      {exampleId && trials.length > 0 && (
        <p className="text-sm text-muted">
          A season that is measured, to look around in:{' '}
          <Link to={pathOf(exampleId)} className="text-action underline underline-offset-2">
            the example trial
          </Link>
        </p>
      )}
      {isMaking && <NewTrial projects={projects} onMade={setMade} onClose={() => setIsMaking(false)} />}
    </div>
  )
}
