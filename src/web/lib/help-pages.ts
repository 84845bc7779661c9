import { paths } from './paths.ts'

/** What to read before an upload. */
export const helpPages = {
  archives: { to: paths.archiveLimits(), text: 'Accepted archives' },
  groundControl: { to: paths.blogArticle('laying-out-ground-control'), text: 'Ground control points' },
  flight: { to: paths.blogArticle('what-overlap-does'), text: 'Flight settings' },
} as const
