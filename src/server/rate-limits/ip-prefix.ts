import ipaddr from 'ipaddr.js'

/** What limits count as one place: an IPv4 address, or the /64 of an IPv6 address, which is one customer's. */
export function ipPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
