import { Focus, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

type MapButtonsProps = {
  /** By levels; negative is out. */
  onZoom: (by: number) => void
  /** What is shown by `onFit`. */
  all: string
  onFit: () => void
  children?: ReactNode
}

/** In the corner of a map. */
export const MapButtons = ({ onZoom, all, onFit, children }: MapButtonsProps) => (
  <div className="absolute top-2 right-2 flex flex-col rounded-md [@container(height<13rem)]:flex-row border border-line bg-card">
    <IconButton icon={Plus} label="Zoom in" onClick={() => onZoom(1)} />
    <IconButton icon={Minus} label="Zoom out" onClick={() => onZoom(-1)} />
    <IconButton icon={Focus} label={all} onClick={onFit} />
    {children}
  </div>
)
