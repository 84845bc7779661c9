import { useEffect } from 'react'
import { brand } from '#domain/brand.ts'

export const pageTitle = (screen: string): string => `${screen} - ${brand.name}`

let own = ''
let note = ''
const show = () => {
  if (own !== '') document.title = note === '' ? own : `${note} · ${own}`
}

export function usePageTitle(screen: string): void {
  useEffect(() => {
    own = pageTitle(screen)
    show()
  }, [screen])
}

/** Stands before the title of whatever screen is shown, until it is ''. */
export function noteInTitle(text: string): void {
  note = text
  show()
}
