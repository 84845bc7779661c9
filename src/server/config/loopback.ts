import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** An IPv6 address as sockets take it, without the brackets that addresses of pages put around it. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** Whether what goes to this host never leaves the machine. */
export function isLoopback(host: string): boolean {
  const name = withoutBrackets(host).toLowerCase()
  return name === 'localhost' || (isIP(name) !== 0 && loopback.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4'))
}

/** A host that listens on all addresses is reached under this machine's own address. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return isIP(host) === 6 ? `[${host === '::' ? '::1' : host}]` : host
}
