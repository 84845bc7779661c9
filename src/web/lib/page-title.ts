import { useEffect } from 'react'
import { brand } from '#domain/brand.ts'

export const pageTitle = (screen: string): string => `${screen} - ${brand.name}`

let title = ''
let prefix = ''
const show = () => {
  if (title !== '') document.title = prefix === '' ? title : `${prefix} · ${title}`
}

export function usePageTitle(screen: string): void {
  useEffect(() => {
    title = pageTitle(screen)
    show()
  }, [screen])
}

/** Puts a text before the title of every screen; '' removes it. */
export function noteInTitle(text: string): void {
  prefix = text
  show()
}
