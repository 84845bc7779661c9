import type { UserWithProjects } from '../projects/queries.ts'
import type { Decision } from './emails.ts'

/** What a decision on an account changed, as a notice; undefined when it only removed a message. `message` is what staff wrote with it. */
export function decisionNotice(
  before: UserWithProjects,
  { status, projectTypes: projects }: UserWithProjects,
  message: string | null,
): Decision | undefined {
  const hasSameProjects = JSON.stringify(before.projectTypes) === JSON.stringify(projects)
  if (before.status === status && !hasSameProjects) return { kind: 'account-projects', projects, message }
  if (before.status === status) return message ? { kind: 'account-message', message } : undefined
  return { kind: 'account-status', status, projects: status === 'APPROVED' ? projects : [], message }
}
