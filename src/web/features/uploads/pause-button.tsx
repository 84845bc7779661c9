import { Pause, Play } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

type PauseButtonProps = { name: string; paused: boolean; onPause: () => void; onGoOn: () => void }

export const PauseButton = ({ name, paused, onPause, onGoOn }: PauseButtonProps) => (
  <IconButton
    icon={paused ? Play : Pause}
    label={paused ? `Continue ${name}` : `Pause ${name}`}
    onClick={paused ? onGoOn : onPause}
  />
)
