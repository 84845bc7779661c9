/** Whose or which request's entries are shown: all, what was done to somebody or something, or what a person did. */
export type ActivityView = { subject?: string; actorId?: string }

/** What somebody typed into the address counts only when it can be meant. */
export function activityFromUrl(parameters: URLSearchParams): ActivityView {
  const subject = parameters.get('subject') ?? ''
  const actorId = parameters.get('actor') ?? ''
  if (/^(user|analysis):[0-9A-Za-z-]{1,64}$/.test(subject)) return { subject }
  return /^[0-9A-Za-z_-]{1,64}$/.test(actorId) ? { actorId } : {}
}

/** The person that a view is about, whether he did it or it was done to him. */
export const personIn = ({ subject, actorId }: ActivityView): string | undefined =>
  actorId ?? subject?.match(/^user:(.+)$/)?.[1]
