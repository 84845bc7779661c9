import type { ReplyOf } from '#contract/api.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { MapScreen } from '#web/features/maps/map-screen.tsx'
import { ReportSection } from '#web/features/reports/report-section.tsx'
import { TrialScreen } from '#web/features/trials/overview/trial-screen.tsx'

type Opened = Pick<ReplyOf<'openLink'>['data'], 'subject' | 'name'>

/** A report, a map or a trial, as its visitors see it. */
export function SharedThing({ opened: { subject, name } }: { opened: Opened }) {
  if (subject.kind === 'trial') return <TrialScreen trialId={subject.id} projects={[]} parts={NoParts} />
  if (subject.kind === 'map') return <MapScreen of={{ fileId: subject.id }} title={displayName(name)} />
  return (
    <>
      <h1 className="mb-6 font-display text-2xl font-semibold">{projectTypeLabel(name)}</h1>
      <ReportSection analysisRequestId={subject.id} viewer="visitor" />
    </>
  )
}

/** Visitors set nothing up. */
const NoParts = () => null
