import type { Notice } from '#contract/notices.ts'
import { paths } from '#web/lib/paths.ts'

/** The screen that shows what a notice is about. */
export function linkOf({ kind, subject }: Pick<Notice, 'kind' | 'subject'>, { isStaff }: { isStaff: boolean }): string {
  const [noun, id = ''] = subject.split(':')
  if (noun === 'analysis') return isStaff ? paths.adminRequest(id) : paths.myRequest(id)
  if (kind === 'new-user') return paths.adminUser(id)
  return isStaff ? paths.dashboard() : paths.myDashboard()
}
