import { LoadFailed } from '#web/ui/list/load-failed.tsx'

export const TileProblem = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <LoadFailed title="Parts of the map could not be loaded" trying={false} onTryAgain={onTryAgain} />
)
