import type { NoticeContent } from '#domain/notices.ts'
import type { UserWithProjects } from '../projects/queries.ts'

/** What a decision on an account changed, as a notice. `message` is what staff wrote with it. */
export function decisionNotice(
  before: UserWithProjects,
  { status, projectTypes: projects }: UserWithProjects,
  message: string | null,
): NoticeContent {
  const hasSameProjects = JSON.stringify(before.projectTypes) === JSON.stringify(projects)
  if (before.status === status && !hasSameProjects) return { kind: 'account-projects', projects, message }
  if (before.status === status && message) return { kind: 'account-message', message }
  return { kind: 'account-status', status, projects: status === 'APPROVED' ? projects : [], message }
}
