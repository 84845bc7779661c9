/** The filter of the log: by subject (a person or request), by actor, or none. */
export type ActivityView = { subject?: string; actorId?: string }

/** Invalid parameters of the URL are ignored. */
export function activityFromUrl(parameters: URLSearchParams): ActivityView {
  const subject = parameters.get('subject') ?? ''
  const actorId = parameters.get('actor') ?? ''
  if (/^(user|analysis):[0-9A-Za-z-]{1,64}$/.test(subject)) return { subject }
  return /^[0-9A-Za-z_-]{1,64}$/.test(actorId) ? { actorId } : {}
}

/** The person of a filter, as actor or as subject. */
export const personIn = ({ subject, actorId }: ActivityView): string | undefined =>
  actorId ?? subject?.match(/^user:(.+)$/)?.[1]
