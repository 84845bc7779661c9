import { problemOf } from './messages.ts'

/** Why a change failed; nothing as long as it didn't. */
export const Problem = ({ error }: { error: unknown }) =>
  error != null && (
    <p role="alert" className="text-sm text-danger">
      {problemOf(error)}
    </p>
  )
