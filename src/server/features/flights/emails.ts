import { displayName, isolateName } from '#domain/display-names.ts'
import { type Flight, type FlightCheck, SEVERITY_NAMES, summarizeFlight } from '#domain/flights.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { type EmailContent, helloTo } from '../../adapters/email/template.ts'
import type { RequestOfCustomer } from '../analyses/emails.ts'

const LISTED_MAX = 10

export const isDoubtful = ({ severity }: Pick<FlightCheck, 'severity'>): boolean => severity !== 'inform'

/** What the photos say where something about them is in doubt, with what to do. */
export function flightEmail(
  { fullName, projectType, url }: RequestOfCustomer,
  { fileName, flight }: { fileName: string; flight: Flight },
): EmailContent {
  const found = flight.checks.filter(isDoubtful)
  const further = found.length - LISTED_MAX
  const summary = displayName(summarizeFlight(flight))
  return {
    subject: 'What we found in your images',
    greeting: helloTo({ fullName }),
    paragraphs: [
      `We looked at the photos in ${isolateName(fileName)} for ${isolateName(projectTypeLabel(projectType))}.${summary && ` They say: ${summary}.`}`,
      'Please look at the following, because it may make your results worse:',
      ...found
        .slice(0, LISTED_MAX)
        .map(({ severity, message }) => `${SEVERITY_NAMES[severity]}: ${displayName(message)}`),
      ...(further > 0 ? [`Your request shows ${further} more.`] : []),
      'Our team sees the same. If you know that all is well, there is nothing to do.',
    ],
    action: { label: 'View your request', url },
  }
}
