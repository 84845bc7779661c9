import { useSearchParams } from 'react-router'

/** What is being looked at, as it stands in the address. A null takes a name out. */
export function useView(): [URLSearchParams, (change: Record<string, string | null>) => void] {
  const [view, setView] = useSearchParams()
  const show = (change: Record<string, string | null>) =>
    setView(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { preventScrollReset: true },
    )
  return [view, show]
}
