import type { MissingProps } from '#web/lib/late-code.tsx'
import { ScreenStandIn } from './screen-stand-in.tsx'

/** In the place of a frame whose code could not be loaded. */
export const FrameStandIn = (props: MissingProps) => (
  <main className="px-5">
    <ScreenStandIn {...props} />
  </main>
)
