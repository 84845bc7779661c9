import ipaddr from 'ipaddr.js'

/**
 * What rate limits count as one address: an IPv4 address, or the /64 prefix of an IPv6 address, which belongs to one customer
 * of a provider.
 */
export function ipPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
