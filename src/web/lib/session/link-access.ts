/** Of a visitor with a link, while its page is open: calls are made with its token instead of that of a session. */
export type LinkAccess = { token: string; mayDownload: boolean; renew: () => Promise<LinkAccess> }

let current: LinkAccess | undefined

export const linkAccess = {
  get: (): LinkAccess | undefined => current,
  set: (access: LinkAccess | undefined): void => {
    current = access
  },
}
