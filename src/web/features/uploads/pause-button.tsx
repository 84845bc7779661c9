import { Pause, Play } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

type PauseButtonProps = { name: string; paused: boolean; onPause: () => void; onResume: () => void }

export const PauseButton = ({ name, paused, onPause, onResume }: PauseButtonProps) => (
  <IconButton
    icon={paused ? Play : Pause}
    label={paused ? `Continue ${name}` : `Pause ${name}`}
    onClick={paused ? onResume : onPause}
  />
)
