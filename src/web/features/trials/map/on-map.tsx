import type { ReactNode } from 'react'

/** In the lower left corner of a map. */
export const OnMap = ({ children }: { children: ReactNode }) => (
  <section
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
    tabIndex={0}
    aria-label="Legend"
    className="[@container(height<7rem)]:hidden absolute bottom-2 left-2 z-10 flex max-h-[60%] w-80 max-w-[calc(100%-1rem)] [@container(width<32rem)]:w-56 [@container(height<26rem)]:w-52 flex-col gap-2 overflow-y-auto rounded-md border border-line bg-card px-2.5 py-2 empty:hidden print:static print:max-h-none print:border-0"
  >
    {children}
  </section>
)
