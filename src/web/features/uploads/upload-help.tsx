import { helpPages } from '#web/lib/help-pages.ts'
import { NewTabLink } from '#web/ui/new-tab-link.tsx'

export const UploadHelp = () => (
  <ul aria-label="Help" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
    {Object.values(helpPages).map(({ to, text }) => (
      <li key={to}>
        <NewTabLink to={to}>{text}</NewTabLink>
      </li>
    ))}
  </ul>
)
